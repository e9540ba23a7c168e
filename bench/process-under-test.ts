import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

/** Clock ticks a second in /proc/<pid>/stat; Linux has used 100 on every platform Node runs on. */
const TICKS_PER_SECOND = 100

/** A server in a process of its own, so that its CPU time can be told from the load generator's. */
export class ProcessUnderTest {
  readonly origin: string
  readonly #child: ChildProcess

  private constructor(child: ChildProcess, origin: string) {
    this.#child = child
    this.origin = origin
  }

  /**
   * Forks `entry` and waits until it sends `{ type: 'ready', origin }`.
   * @throws when it ends before that; its own output says why.
   */
  static async start(entry: string, env: Record<string, string>): Promise<ProcessUnderTest> {
    const child = fork(entry, [], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    child.once('exit', (code) => reject(new Error(`${entry} ended with code ${code} before it was ready`)))
    child.on('message', (message: { type?: string; origin?: string }) => {
      if (message.type === 'ready' && message.origin) resolve(message.origin)
    })
    return new ProcessUnderTest(child, await promise)
  }

  /** CPU seconds (user and system, all threads) used so far. */
  cpuSeconds(): number {
    const stat = readFileSync(`/proc/${this.#child.pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
  }

  /** Resident memory in MiB. */
  memoryMiB(): number {
    return this.#statusMiB('VmRSS')
  }

  /** By how many MiB resident memory rose above what it was before, at its highest, while `work` ran. */
  async memoryRiseMiB(work: () => Promise<unknown>): Promise<number> {
    const before = this.memoryMiB()
    // The kernel then counts its high-water mark anew, so no moment is missed between two looks.
    writeFileSync(`/proc/${this.#child.pid}/clear_refs`, '5')
    await work()
    return this.#statusMiB('VmHWM') - before
  }

  #statusMiB(field: 'VmRSS' | 'VmHWM'): number {
    const status = readFileSync(`/proc/${this.#child.pid}/status`, 'utf8')
    return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
  }

  /** CPU milliseconds per operation while `work` ran; `work` returns how many operations it did. */
  async cpuMsPerOperation(work: () => Promise<number>): Promise<number> {
    const before = this.cpuSeconds()
    const operations = await work()
    return ((this.cpuSeconds() - before) * 1000) / operations
  }

  async stop(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#child.once('exit', () => resolve())
    this.#child.kill('SIGTERM')
    await promise
  }
}
