import { defineConfig } from '@playwright/test'
import journeys from '../playwright.config.ts'

/** Run through `npm run screenshots`: the browser tests' browser and widths, each in both themes. */
export default defineConfig({
  ...journeys,
  testDir: '.',
  testMatch: '*.shots.ts',
  outputDir: '../../test-results/screenshots',
  reporter: 'list',
  timeout: 60_000,
  use: { ...journeys.use, screenshot: 'off', trace: 'off', deviceScaleFactor: 1 },
  projects: (journeys.projects ?? []).flatMap((project) =>
    (['light', 'dark'] as const).map((colorScheme) => ({
      ...project,
      name: `${project.name}-${colorScheme}`,
      use: { ...project.use, colorScheme },
    })),
  ),
})
