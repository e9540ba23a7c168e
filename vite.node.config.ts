import { join } from 'node:path'
import type { InlineConfig } from 'vite'

/** One program that runs in Node or in Electron: built into a single file, dependencies included. */
interface NodeProgram {
  entry: string
  outFolder: string
  outFile: string
  format: 'es' | 'cjs' | 'iife'
}

/**
 * The node programs by build part. A sandboxed preload must be CommonJS; a page that is loaded from a file cannot
 * load a module.
 */
export const nodePrograms: Record<string, NodeProgram[]> = {
  hub: [{ entry: 'hub/index.ts', outFolder: 'dist/hub', outFile: 'index.js', format: 'es' }],
  demo: [{ entry: 'demo/index.ts', outFolder: 'dist/demo', outFile: 'index.js', format: 'es' }],
  relay: [{ entry: 'relay/index.ts', outFolder: 'dist/relay', outFile: 'index.js', format: 'es' }],
  main: [
    { entry: 'main/index.ts', outFolder: 'dist/main', outFile: 'index.js', format: 'es' },
    { entry: 'main/preload.ts', outFolder: 'dist/main', outFile: 'preload.cjs', format: 'cjs' },
    { entry: 'main/pages/shell.ts', outFolder: 'dist/main/pages', outFile: 'shell.js', format: 'iife' },
  ],
}

/** The vite build of one program. better-sqlite3 stays outside: it loads its native library beside itself. */
export function nodeBuild(program: NodeProgram): InlineConfig {
  return {
    root: import.meta.dirname,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    ssr: { target: 'node', noExternal: true, external: ['better-sqlite3', 'electron'] },
    build: {
      ssr: join(import.meta.dirname, program.entry),
      outDir: program.outFolder,
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        checks: { eval: false },
        output: { format: program.format, entryFileNames: program.outFile, codeSplitting: false },
      },
    },
  }
}
