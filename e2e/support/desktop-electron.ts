import { join } from 'node:path'
import { _electron } from '@playwright/test'
import type { Launched } from './desktop-app.ts'
import type { LaunchOptions } from './desktop-double.ts'

type Probe = Record<string, (...args: unknown[]) => unknown>

/** Runs the main process in Electron itself. */
export async function launchElectron(binary: string, options: LaunchOptions): Promise<Launched> {
  const { app: folder, args, env, cwd } = options
  const probe = join(import.meta.dirname, 'desktop-probe.cjs')
  const isRoot = process.getuid?.() === 0
  const app = await _electron.launch({
    executablePath: binary,
    args: [...(isRoot ? ['--no-sandbox'] : []), '-r', probe, folder, ...args],
    env,
    cwd,
  })
  const child = app.process()
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  const ended = new Promise<number | null>((resolve) => void child.once('close', resolve))
  return {
    launcher: 'electron',
    pid: child.pid ?? 0,
    ask: async (method, ...given) =>
      await app.evaluate(
        (_electronModule, [name, ...rest]) => {
          const { svcDesktopProbe } = globalThis as unknown as { svcDesktopProbe: Probe }
          return svcDesktopProbe[name as string]?.(...rest)
        },
        [method, ...given] as unknown[],
      ),
    page: async () => await app.firstWindow(),
    ended,
    output: () => output,
    kill: (signal) => void child.kill(signal),
  }
}
