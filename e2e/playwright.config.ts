import { defineConfig } from '@playwright/test'

const isRoot = process.getuid?.() === 0

/** Run through `npm run e2e`, which builds the app and names the browser in SVC_TEST_CHROMIUM. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/e2e',
  reporter: [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
  workers: 1,
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  // Only a test that hangs comes near; on a busy machine a page takes its time.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: {
    browserName: 'chromium',
    locale: 'en-US',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env.SVC_TEST_CHROMIUM,
      args: [
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A microphone that beeps; whether a page may use it is up to the test.
        '--use-fake-device-for-media-stream',
      ],
    },
  },
  projects: [
    { name: 'desktop', testIgnore: 'desktop/**', use: { viewport: { width: 1280, height: 800 } } },
    {
      name: 'phone',
      testIgnore: 'desktop/**',
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    },
    // The desktop app itself: it brings its own windows, which may be gone when a test ends.
    {
      name: 'shell',
      testMatch: 'desktop/**',
      use: { trace: 'off', screenshot: 'off' },
    },
  ],
})
