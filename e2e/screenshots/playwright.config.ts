import { defineConfig } from '@playwright/test'
import journeys from '../playwright.config.ts'

/** Run through `npm run screenshots`: the browser tests' browser and widths, each in both themes. */
export default defineConfig({
  ...journeys,
  testDir: '.',
  outputDir: '../../test-results/screenshots',
  reporter: 'list',
  timeout: 60_000,
  use: { ...journeys.use, screenshot: 'off', trace: 'off', deviceScaleFactor: 1 },
  projects: (journeys.projects ?? [])
    .filter(({ name }) => name !== 'shell')
    .flatMap((project) =>
      (['light', 'dark'] as const).map((colorScheme) => ({
        ...project,
        testMatch: '*.shots.ts',
        name: `${project.name}-${colorScheme}`,
        use: { ...project.use, colorScheme },
      })),
    ),
})
