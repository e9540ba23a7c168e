import { defineConfig } from 'vitest/config'

/** Unit and integration tests: beside the code, in Node. The browser journeys live in e2e/. */
export default defineConfig({
  test: {
    include: ['{contract,hub,renderer,main,demo,providers,relay,scripts}/**/*.test.{ts,tsx}'],
    environment: 'node',
    pool: 'forks',
    // Only a test that hangs comes near; on a busy machine the largest bodies take their time.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    passWithNoTests: true,
    restoreMocks: true,
  },
})
