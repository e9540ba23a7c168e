import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Where `npm run hub` listens unless told otherwise; the dev server forwards to it. */
const hub = process.env.SVC_API_URL ?? 'http://127.0.0.1:3006'

/** The renderer: dist/renderer, served by the hub under a strict CSP, hence no inlined scripts or assets. */
export default defineConfig({
  root: 'renderer',
  base: '/',
  plugins: [react(), tailwindcss()],
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: true,
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      // Tailwind makes no source map for the CSS it generates, which is no loss.
      onLog: (level, log, report) => (log.code === 'SOURCEMAP_BROKEN' ? undefined : report(level, log)),
    },
  },
  server: { proxy: { '/api': hub, '/health': hub } },
})
