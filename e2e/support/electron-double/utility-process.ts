import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { type Duplex, PassThrough, type Readable } from 'node:stream'
import { utilities } from './app.ts'
import { requireJson } from './json.ts'
import { type Messages, messagesOver } from './messages.ts'
import { StrictEmitter, strict } from './strict.ts'

interface ForkOptions {
  env: Record<string, string>
  stdio: 'pipe'
  serviceName: string
}

/** Chromium insists after this long when a process does not heed SIGTERM, in milliseconds. */
const INSIST_AFTER_MS = 2000

class UtilityProcess extends StrictEmitter {
  readonly stdout: Readable
  readonly stderr: Readable
  readonly #messages: Messages
  readonly #kill: (signal: NodeJS.Signals) => boolean

  constructor(program: string, args: string[], { env, serviceName }: ForkOptions) {
    super('message', 'exit', 'error')
    const hook = join(import.meta.dirname, 'parent-port.ts')
    const child = spawn(process.execPath, ['--import', hook, program, ...args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    })
    const [, stdout, stderr, port] = child.stdio as unknown as [null, Readable, Readable, Duplex]
    this.stdout = stdout.pipe(new PassThrough())
    this.stderr = stderr.pipe(new PassThrough())
    this.#messages = messagesOver(port, port)
    this.#messages.onMessage((message) => this.emit('message', message))
    this.#kill = (signal) => child.kill(signal)
    const utility = { pid: child.pid, serviceName }
    utilities.add(utility)
    const portEnded = new Promise<void>((resolve) => this.#messages.onEnd(resolve))
    child.once('exit', (code) => {
      utilities.delete(utility)
      void portEnded.then(() => this.#tellExit(code))
    })
  }

  /** As Electron: whether or not its output was read, and nobody hears the rest who does not listen anew. */
  #tellExit(code: number | null): void {
    this.emit('exit', code)
    this.stdout.removeAllListeners()
    this.stderr.removeAllListeners()
  }

  postMessage(message: unknown): void {
    this.#messages.send(requireJson(message))
  }

  kill(): boolean {
    setTimeout(() => this.#kill('SIGKILL'), INSIST_AFTER_MS).unref()
    return this.#kill('SIGTERM')
  }
}

export const utilityProcess = strict('utilityProcess', {
  fork: (program: string, args: string[], options: ForkOptions) => new UtilityProcess(program, args, options),
})
