import { type HubCommand, HubReport, type StartFailure } from '../contract/desktop.ts'
import type { Clock, Timer } from './clock.ts'
import type { Answerer } from './health.ts'

/** How long until a hub that ended is started again: after its first failure, after its second. */
export const BACK_OFF_MS = [500, 3000] as const
/** With this many failures in a row the supervisor stops and names the cause. */
export const FAILURES_MAX = BACK_OFF_MS.length + 1
/** A hub that ran for so long has recovered: its earlier failures are forgotten. */
export const STABLE_AFTER_MS = 5 * 60_000
export const PROBE_EVERY_MS = 15_000
/** Probes in a row without an answer of our hub, after which it counts as hung. */
export const MISSED_PROBES_MAX = 4
/** The hub ends itself within five seconds; one that does not is ended. */
export const STOP_WITHIN_MS = 7000

/** A hub in a process of its own. */
export interface HubChild {
  send(command: HubCommand): void
  /** Ends it at once. */
  kill(): void
  onMessage(listener: (message: unknown) => void): void
  /** Told once, whatever ended it. */
  onExit(listener: (code: number | null) => void): void
  /** The last lines it wrote to stderr, without secrets. */
  lastWords(): string
}

export interface StartOptions {
  /** Listen here from now on, and keep that in the settings file. */
  keepPort?: number
  /** Listen at loopback in this run, whatever the settings say. */
  listenHost?: string
}

type Report<Type extends HubReport['type']> = Extract<HubReport, { type: Type }>
export type ReadyReport = Report<'ready'>

export type HubState =
  | { status: 'starting' }
  | { status: 'running'; ready: ReadyReport }
  /** It ended by itself and is started again after a pause. */
  | { status: 'restarting' }
  | { status: 'failed'; failure: StartFailure }
  | { status: 'stopping' }
  | { status: 'stopped' }

export interface SupervisorParts {
  startChild(options: StartOptions): HubChild
  whoAnswers(origin: string): Promise<Answerer>
  clock: Clock
  log(line: string): void
  onState(state: HubState): void
  onReport(report: Report<'waiting'> | Report<'decided'>): void
}

/**
 * Keeps the hub running: starts it, asks it whether it still answers, starts it again with growing pauses
 * when it ends by itself, and after the third failure in a row stops and names the cause. A hub that says
 * itself why it cannot start is not started again until somebody asks for it.
 */
export class HubSupervisor {
  readonly #parts: SupervisorParts
  #state: HubState = { status: 'stopped' }
  #child: HubChild | undefined
  #options: StartOptions = {}
  #failures = 0
  #lastReady: ReadyReport | undefined
  #told: StartFailure | undefined
  #missedProbes = 0
  #isClosed = false
  readonly #timers = new Set<Timer>()
  #exited = Promise.withResolvers<void>()

  constructor(parts: SupervisorParts) {
    this.#parts = parts
  }

  get state(): HubState {
    return this.#state
  }

  /**
   * Starts the hub unless it runs already or is closed; earlier failures are forgotten. The options also hold
   * when it is started again by itself.
   */
  start(options: StartOptions = {}): void {
    if (this.#isClosed || this.#child || this.#state.status === 'restarting') return
    this.#failures = 0
    this.#options = options
    this.#spawn()
  }

  /** Stops the hub if it runs, then starts it. */
  async restart(options: StartOptions = {}): Promise<void> {
    await this.stop()
    this.start(options)
  }

  /** False while there is no hub to hear it. */
  send(command: HubCommand): boolean {
    if (this.#state.status !== 'running' || !this.#child) return false
    this.#child.send(command)
    return true
  }

  /** The computer slept: what was not answered meanwhile does not count. */
  forgetMissedProbes(): void {
    this.#missedProbes = 0
  }

  /** Asks the hub to end, insists when it does not, and resolves when it has ended. */
  async stop(): Promise<void> {
    this.#cancelTimers()
    const child = this.#child
    if (child) {
      this.#enter({ status: 'stopping' })
      child.send({ type: 'stop' })
      this.#after(STOP_WITHIN_MS, () => {
        this.#parts.log('The hub did not end when it was asked to; it is ended now')
        child.kill()
      })
      await this.#exited.promise
    }
    this.#enter({ status: 'stopped' })
  }

  /** As `stop`, and nothing starts the hub from then on, whoever asked for it before or asks later. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.stop()
  }

  /** The app goes on after all: starts the hub, as anybody may again. */
  reopen(): void {
    this.#isClosed = false
    this.start()
  }

  #spawn(): void {
    const child = this.#parts.startChild(this.#options)
    this.#child = child
    this.#told = undefined
    this.#exited = Promise.withResolvers()
    child.onMessage((message) => {
      if (child === this.#child) this.#receive(message)
    })
    child.onExit((code) => {
      if (child === this.#child) this.#ended(code)
    })
    this.#enter({ status: 'starting' })
  }

  #receive(message: unknown): void {
    const parsed = HubReport.safeParse(message)
    if (!parsed.success) {
      this.#parts.log('The hub said something that is none of its reports')
      return
    }
    const report = parsed.data
    if (report.type === 'ready') this.#ready(report)
    else if (report.type === 'failed') {
      const { type: _, ...failure } = report
      this.#told = failure
    } else if (report.type === 'access-token') this.#replaceToken(report.accessToken)
    else this.#parts.onReport(report)
  }

  #ready(ready: ReadyReport): void {
    if (this.#state.status !== 'starting') return
    this.#lastReady = ready
    this.#missedProbes = 0
    this.#after(STABLE_AFTER_MS, () => {
      this.#failures = 0
    })
    this.#timers.add(this.#parts.clock.every(PROBE_EVERY_MS, () => void this.#probe(ready.origin)))
    this.#enter({ status: 'running', ready })
  }

  #replaceToken(accessToken: string): void {
    if (this.#state.status !== 'running') return
    this.#enter({ status: 'running', ready: { ...this.#state.ready, accessToken } })
  }

  async #probe(origin: string): Promise<void> {
    const child = this.#child
    const answerer = await this.#parts.whoAnswers(origin)
    if (child !== this.#child || this.#state.status !== 'running') return
    this.#missedProbes = answerer === 'hub' ? 0 : this.#missedProbes + 1
    if (this.#missedProbes < MISSED_PROBES_MAX) return
    this.#parts.log('The hub does not answer any more; it is ended and started again')
    child?.kill()
  }

  #ended(code: number | null): void {
    const { status } = this.#state
    const lastWords = this.#child?.lastWords() ?? ''
    this.#child = undefined
    this.#cancelTimers()
    this.#exited.resolve()
    if (status === 'stopping') return
    this.#failures += 1
    this.#parts.log(`The hub ended by itself (code ${code}), ${this.#failures} in a row`)
    const isExplained = this.#told !== undefined && (this.#failures === 1 || !isPassing(this.#told))
    const pauseMs = BACK_OFF_MS[this.#failures - 1]
    if (isExplained || pauseMs === undefined) {
      this.#enter({ status: 'failed', failure: this.#told ?? this.#unexplained(code, lastWords) })
      return
    }
    this.#enter({ status: 'restarting' })
    this.#after(pauseMs, () => this.#spawn())
  }

  #unexplained(code: number | null, lastWords: string): StartFailure {
    const { dataFolder, settingsPath, databasePath } = this.#lastReady ?? {}
    const message = `The hub ended ${this.#failures} times in a row (code ${code}).`
    return {
      code: 'unknown',
      message: lastWords === '' ? message : `${message}\n${lastWords}`,
      ...(dataFolder !== undefined && { dataFolder }),
      ...(settingsPath !== undefined && { settingsPath }),
      ...(databasePath !== undefined && { databasePath }),
    }
  }

  #enter(state: HubState): void {
    this.#state = state
    this.#parts.onState(state)
  }

  #after(delayMs: number, fn: () => void): void {
    this.#timers.add(this.#parts.clock.after(delayMs, fn))
  }

  #cancelTimers(): void {
    for (const timer of this.#timers) timer.cancel()
    this.#timers.clear()
  }
}

/** Our own hub that is just ending may still hold these. */
const isPassing = ({ code }: StartFailure) => code === 'port-taken' || code === 'database-locked'
