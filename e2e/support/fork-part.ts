import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

export interface Part {
  /** Where the hub listens; undefined for parts that do not. */
  origin: string | undefined
  /** Ends the process and waits for its end. */
  stop(): Promise<void>
  /** Ends it at once, without its saying goodbye, and waits for its end. */
  kill(): Promise<void>
}

/** Starts a built part of the product and waits until it says that it is ready. Throws with its output. */
export async function forkPart(part: 'hub' | 'demo', env: Record<string, string>): Promise<Part> {
  const child = fork(join(root, 'dist', part, 'index.js'), {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  const keep = (chunk: Buffer) => {
    output += chunk.toString()
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  const ready = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => undefined)])
  const message: unknown = ready?.[0]
  if (!isReady(message)) {
    await stop(child)
    throw new Error(`The ${part} did not start:\n${output}`)
  }
  return { origin: message.origin, stop: () => stop(child), kill: () => stop(child, 'SIGKILL') }
}

async function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

function isReady(message: unknown): message is { type: 'ready'; origin?: string } {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'ready'
}
