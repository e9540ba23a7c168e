import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { webAppFiles } from './vite.web-app.ts'

/** Where `npm run hub` listens unless told otherwise; the dev server forwards to it. */
const hub = process.env.SVC_API_URL ?? 'http://127.0.0.1:3006'

interface Modules {
  getModuleInfo(id: string): { isEntry: boolean; importers: readonly string[] } | null
}

/** Whether the page cannot begin without a module, because its entry imports it, however indirectly. */
function isOfFirstScreen(id: string, modules: Modules, seen = new Set<string>()): boolean {
  if (seen.has(id)) return false
  seen.add(id)
  const info = modules.getModuleInfo(id)
  return info !== null && (info.isEntry || info.importers.some((by) => isOfFirstScreen(by, modules, seen)))
}

/**
 * One file for what the first screen needs, instead of sixty: fewer round trips, and it compresses better.
 * The page and its own script stay outside, or there would be no entry.
 */
const firstScreen = {
  debugName: 'first screen',
  name: (id: string, modules: Modules) =>
    !/\/(index\.html|main\.tsx)$/.test(id) && isOfFirstScreen(id, modules) ? 'first' : null,
}

/** The renderer: dist/renderer, served by the hub under a strict CSP, hence no inlined scripts or assets. */
export default defineConfig({
  root: 'renderer',
  base: '/',
  plugins: [react(), tailwindcss(), webAppFiles()],
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: true,
    // The weight of the first screen is read from it; see scripts/first-screen.mjs.
    manifest: true,
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      // Tailwind makes no source map for the CSS it generates, which is no loss.
      output: { codeSplitting: { groups: [firstScreen] } },
      onLog: (level, log, report) => (log.code === 'SOURCEMAP_BROKEN' ? undefined : report(level, log)),
    },
  },
  server: { proxy: { '/api': hub, '/health': hub } },
})
