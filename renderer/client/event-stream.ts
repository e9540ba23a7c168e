import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { EVENTS_PATH, SyncEvent } from '../../contract/events.ts'
import { ClientError } from './client-error.ts'
import { browserClock, type Clock, type Timer } from './clock.ts'
import type { HubClient } from './hub-client.ts'
import type { PageSignals } from './page-signals.ts'
import { CONNECT_TIMEOUT_MS, isStale, isStaleOnForeground, nextDelay, WATCHDOG_TICK_MS } from './reconnect.ts'
import { VisibilityReporter } from './visibility-reporter.ts'

/** What a stream carries; one cursor belongs to one filter and never moves to another. */
export type EventFilter = { all: true } | { sessionId?: string; machineId?: string }

/** Where the connection stands. */
export interface StreamState {
  /**
   * `connecting`: a try is under way; `open`: the handshake arrived; `waiting`: the next try is planned;
   * `paused`: broken while hidden, tried again in the foreground; `stopped`: not started, ended or signed out.
   */
  phase: 'connecting' | 'open' | 'waiting' | 'paused' | 'stopped'
  since: number
  /** Retries since the last successful open, or the start. */
  attempt: number
  /** Epoch ms; only while `waiting`. */
  nextRetryAt?: number
}

/** What a stream works with. */
export interface EventStreamOptions {
  client: Pick<HubClient, 'open' | 'call'>
  signals: PageSignals
  filter?: EventFilter
  clock?: Clock
  /** Uniform in [0, 1); the jitter. */
  random?: () => number
}

/** One try: everything that ends together with it. */
interface Connection {
  abort: AbortController
  timeout: Timer
  /** It asked to go on where the one before ended. */
  hasCursor: boolean
}

/**
 * The realtime stream over fetch, with a bearer header, its own reconnects and a cursor that advances only
 * after the handler returned (spec: Events). Handlers must be idempotent: delivery is at least once.
 */
export class EventStream {
  readonly #client: EventStreamOptions['client']
  readonly #signals: PageSignals
  readonly #filter: EventFilter
  readonly #clock: Clock
  readonly #random: () => number
  readonly #reporter: VisibilityReporter
  readonly #stateListeners = new Set<() => void>()
  #handler: (event: SyncEvent) => void = () => {}
  #state: StreamState
  #connection: Connection | undefined
  #cursor: string | undefined
  #attempt = 0
  #lastFrameAt = 0
  #skippedFrames = 0
  #retry: Timer | undefined
  #stopSignals: (() => void)[] = []

  constructor({
    client,
    signals,
    filter = { all: true },
    clock = browserClock,
    random = Math.random,
  }: EventStreamOptions) {
    this.#client = client
    this.#signals = signals
    this.#filter = filter
    this.#clock = clock
    this.#random = random
    this.#reporter = new VisibilityReporter({ client, signals, clock })
    this.#state = { phase: 'stopped', since: clock.now(), attempt: 0 }
  }

  /** Connects and stays connected until `stop`. A running stream only changes its handler. */
  start(handler: (event: SyncEvent) => void): void {
    this.#handler = handler
    if (this.#state.phase !== 'stopped') return
    const watchdog = this.#clock.every(WATCHDOG_TICK_MS, () => this.#checkStaleness())
    this.#stopSignals = [
      () => watchdog.cancel(),
      this.#signals.onVisibilityChange(() => this.#onVisibilityChange()),
      this.#signals.onOnline(() => this.retryNow()),
    ]
    this.#attempt = 0
    this.#connect()
  }

  /** Ends the connection and forgets the cursor: a later start begins with a full refetch. */
  stop(): void {
    if (this.#state.phase === 'stopped') return
    for (const end of this.#stopSignals) end()
    this.#stopSignals = []
    this.#disconnect()
    this.#cursor = undefined
    this.#setState('stopped')
  }

  /** Tries at once when a try is planned or paused; does nothing otherwise. */
  retryNow(): void {
    if (this.#state.phase !== 'waiting' && this.#state.phase !== 'paused') return
    this.#attempt = 0
    this.#connect()
  }

  /** Keeps its identity until something changes. */
  getState(): StreamState {
    return this.#state
  }

  /** How many frames of known type could not be read and were passed over. */
  get skippedFrames(): number {
    return this.#skippedFrames
  }

  onStateChange(listener: () => void): () => void {
    this.#stateListeners.add(listener)
    return () => this.#stateListeners.delete(listener)
  }

  #connect(): void {
    this.#disconnect()
    const abort = new AbortController()
    const connection: Connection = {
      abort,
      timeout: this.#clock.after(CONNECT_TIMEOUT_MS, () => this.#fail(connection)),
      hasCursor: this.#cursor !== undefined,
    }
    this.#connection = connection
    this.#setState('connecting')
    this.#read(connection).then(
      () => this.#fail(connection),
      (error: unknown) => this.#fail(connection, error),
    )
  }

  async #read(connection: Connection): Promise<void> {
    const headers: Record<string, string> = { accept: 'text/event-stream' }
    if (this.#cursor !== undefined) headers['last-event-id'] = this.#cursor
    const query = { ...this.#filter, visibility: this.#signals.visibility() }
    const { signal } = connection.abort
    const response = await this.#client.open(EVENTS_PATH, { headers, query, signal })
    const type = response.headers.get('content-type') ?? ''
    if (!response.body || !type.startsWith('text/event-stream')) throw new ClientError(response.status, type)
    const parser = createParser({ onEvent: (frame) => this.#onFrame(connection, frame) })
    const decoder = new TextDecoder()
    const reader = response.body.getReader()
    signal.addEventListener('abort', () => void reader.cancel().catch(() => {}))
    while (this.#connection === connection) {
      const { done, value } = await reader.read()
      if (done) return
      if (this.#connection !== connection) return
      this.#lastFrameAt = this.#clock.now()
      parser.feed(decoder.decode(value, { stream: true }))
    }
  }

  #onFrame(connection: Connection, frame: EventSourceMessage): void {
    if (this.#connection !== connection) return
    const event = withProof(parseFrame(frame.data), connection)
    if (event === 'unreadable') this.#skippedFrames += 1
    else if (event !== 'unknown') {
      if (event.type === 'connection-changed') this.#onHandshake(connection, event)
      try {
        this.#handler(event)
      } catch (error) {
        // What it left undone cannot be told, so the next connection proves nothing and refetches all.
        this.#cursor = undefined
        this.#fail(connection, error)
        return
      }
    }
    if (frame.id) this.#cursor = frame.id
  }

  #onHandshake(connection: Connection, event: Extract<SyncEvent, { type: 'connection-changed' }>): void {
    connection.timeout.cancel()
    this.#attempt = 0
    // An epoch change makes the old cursor worthless; until the first event there is none to resume from.
    if (event.data?.resume !== 'ok') this.#cursor = undefined
    this.#setState('open')
    this.#reporter.begin(event.data?.subscriptionId)
  }

  /** Ends a try and plans the next; a hidden page plans none. */
  #fail(connection: Connection, error?: unknown): void {
    if (this.#connection !== connection) return
    this.#disconnect()
    if (error instanceof ClientError && error.status === 401) return this.stop()
    if (this.#signals.visibility() === 'hidden') return this.#setState('paused')
    const delay = nextDelay(this.#attempt, this.#random)
    this.#attempt += 1
    this.#retry = this.#clock.after(delay, () => this.#connect())
    this.#setState('waiting', this.#clock.now() + delay)
  }

  #disconnect(): void {
    this.#retry?.cancel()
    this.#retry = undefined
    this.#reporter.end()
    const connection = this.#connection
    this.#connection = undefined
    connection?.timeout.cancel()
    connection?.abort.abort()
  }

  #checkStaleness(): void {
    if (this.#state.phase !== 'open' || this.#signals.visibility() === 'hidden') return
    if (isStale(this.#lastFrameAt, this.#clock.now())) this.#connect()
  }

  #onVisibilityChange(): void {
    const { phase } = this.#state
    if (this.#signals.visibility() === 'hidden') {
      if (phase !== 'waiting') return this.#reporter.report()
      this.#disconnect()
      return this.#setState('paused')
    }
    if (phase === 'paused') return this.retryNow()
    if (phase === 'open' && isStaleOnForeground(this.#lastFrameAt, this.#clock.now())) return this.#connect()
    this.#reporter.report()
  }

  #setState(phase: StreamState['phase'], nextRetryAt?: number): void {
    const since = phase === this.#state.phase ? this.#state.since : this.#clock.now()
    const state = { phase, since, attempt: this.#attempt }
    this.#state = nextRetryAt === undefined ? state : { ...state, nextRetryAt }
    for (const listener of this.#stateListeners) listener()
  }
}

const KNOWN_TYPES = new Set<string>(SyncEvent.options.map((option) => option.shape.type.value))

/** Nothing can go on that never began: whoever sent no cursor has missed everything, whatever the hub says. */
function withProof<Frame extends ReturnType<typeof parseFrame>>(
  event: Frame,
  { hasCursor }: Connection,
): Frame {
  if (hasCursor || typeof event !== 'object' || event.type !== 'connection-changed') return event
  return event.data?.resume === 'ok' ? { ...event, data: { ...event.data, resume: 'gap' } } : event
}

/** `unknown`: a type of a newer hub, ignored by rule; `unreadable`: broken, passed over and counted. */
function parseFrame(data: string): SyncEvent | 'unknown' | 'unreadable' {
  let json: unknown
  try {
    json = JSON.parse(data)
  } catch {
    return 'unreadable'
  }
  const parsed = SyncEvent.safeParse(json)
  if (parsed.success) return parsed.data
  const type = typeof json === 'object' && json !== null && 'type' in json ? json.type : undefined
  return typeof type === 'string' && !KNOWN_TYPES.has(type) ? 'unknown' : 'unreadable'
}
