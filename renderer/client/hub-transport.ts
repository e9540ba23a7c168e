import { ClientError } from './client-error.ts'
import type { Clock } from './clock.ts'
import { queryString, readBody } from './request-parts.ts'

/** A read without an answer after this long counts as a network failure; the hub's own RPCs take 30 s. */
export const READ_TIMEOUT_MS = 45_000

/** A raw request; the bearer header is added. */
export interface OpenOptions {
  method?: string
  query?: Readonly<Record<string, unknown>> | undefined
  headers?: Readonly<Record<string, string>>
  body?: BodyInit
  signal?: AbortSignal | undefined
}

/** A request's time limit; `end` when its answer was read. */
export interface Deadline {
  signal: AbortSignal | undefined
  end(): void
}

/** Requests to one hub. Every failure is a ClientError, status 0 where there was no answer. */
export class HubTransport {
  readonly #baseUrl: string
  readonly #fetch: typeof fetch
  readonly #clock: Pick<Clock, 'after'>

  constructor(baseUrl: string, fetch: typeof globalThis.fetch, clock: Pick<Clock, 'after'>) {
    this.#baseUrl = baseUrl
    // A browser's fetch refuses to run as a method of anything but the window.
    this.#fetch = (input, init) => fetch(input, init)
    this.#clock = clock
  }

  /** Throws ClientError unless the answer is a success or a 304. Without `jwt` no credential is sent. */
  async send(path: string, options: OpenOptions, jwt: string | undefined): Promise<Response> {
    const headers: Record<string, string> = { ...options.headers }
    if (jwt !== undefined) headers.authorization = `Bearer ${jwt}`
    const init: RequestInit = { method: options.method ?? 'GET', headers }
    if (options.body !== undefined) init.body = options.body
    if (options.signal) init.signal = options.signal
    let response: Response
    try {
      response = await this.#fetch(`${this.#baseUrl}${path}${queryString(options.query)}`, init)
    } catch (error) {
      throw new ClientError(0, undefined, error)
    }
    if (response.ok || response.status === 304) return response
    throw new ClientError(response.status, await readBody(response))
  }

  /** Writes have no deadline of ours: giving one up early would leave its outcome unknown. */
  deadline(method: string, signal: AbortSignal | undefined): Deadline {
    if (method !== 'GET') return { signal, end: () => {} }
    const controller = new AbortController()
    const timer = this.#clock.after(READ_TIMEOUT_MS, () => controller.abort())
    return {
      signal: signal ? AbortSignal.any([signal, controller.signal]) : controller.signal,
      end: () => timer.cancel(),
    }
  }
}
