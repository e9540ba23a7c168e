import type { Endpoint } from '../../contract/endpoint.ts'
import { bodyFor, pathOf } from './declared-endpoints.ts'

export interface RandomRequest {
  /** What it was made from; its path and method may be others. */
  endpoint: Endpoint
  method: string
  path: string
  headers: Record<string, string>
  body: string | Uint8Array<ArrayBuffer> | undefined
}

/** What requests may name, so that some of them reach further than a 404. */
export interface RandomWorld {
  endpoints: readonly Endpoint[]
  sessions: readonly string[]
  machines: readonly string[]
  authorizations: readonly (string | undefined)[]
}

const BOUNDARY = 'limit'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const KEYS = [
  'text',
  'localId',
  'localIds',
  'attachments',
  'scheduledAt',
  'deliveryMode',
  'name',
  'mode',
  'decision',
  'answers',
  'allowTools',
  'directory',
  'agent',
  'path',
  'paths',
  'permissionMode',
  'subscriptionId',
  'visibility',
  'model',
  'startingMode',
  'includeHidden',
  'planId',
  'messageLocalId',
  'entryId',
  'createdAt',
  'filename',
  'content',
  'mimeType',
  'token',
  'platform',
  'deviceId',
  'pushKey',
  'effort',
  'serviceTier',
  '__proto__',
  'constructor',
]
const CONTENT_TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'multipart/form-data',
  'x',
]
const QUERY_KEYS = [
  'limit',
  'order',
  'beforeSeq',
  'beforeAt',
  'afterSeq',
  'afterAt',
  'untilSeq',
  'untilAt',
  'epoch',
  'path',
  'range',
  'timeZone',
  'token',
  'cwd',
  'staged',
  'query',
  'refresh',
  'force',
  'before',
  'namespace',
  'sessionId',
  'machineId',
  'lastEventId',
  '',
]
const WORDS = [
  '',
  '0',
  '1',
  '-1',
  '1.5',
  '1e9',
  '99999999999999999999',
  'x',
  'true',
  'null',
  '%',
  '%zz',
  '%00',
  '%E0%A4',
  '..',
  '../..',
  '__proto__',
  'a'.repeat(300),
  '\u{1f600}',
  'default',
  'visible',
  'approved',
  'queue',
  'steer',
  '7d',
  'UTC',
  'Europe/Paris',
  'updatedAt',
]

/** Requests over every route and method, with whatever a broken or hostile client may put into them. */
export class RandomRequests {
  readonly #world: RandomWorld
  readonly #random: () => number

  constructor(world: RandomWorld, random: () => number) {
    this.#world = world
    this.#random = random
  }

  next(): RandomRequest {
    const endpoint = this.#pick(this.#world.endpoints)
    const method = this.#random() < 0.85 ? endpoint.method : this.#pick(METHODS)
    const authorization = this.#pick(this.#world.authorizations)
    const isForm = this.#random() < (endpoint.path.endsWith('/transcription') ? 0.8 : 0.02)
    const body = method === 'GET' || this.#random() < 0.1 ? undefined : this.#body(endpoint, isForm)
    return {
      endpoint,
      method,
      path: this.#path(endpoint) + this.#query(),
      headers: {
        ...(authorization !== undefined && { authorization }),
        'content-type': isForm ? `multipart/form-data; boundary=${BOUNDARY}` : this.#pick(CONTENT_TYPES),
        ...(this.#random() < 0.03 && { 'content-encoding': this.#pick(['gzip', 'identity', 'x']) }),
        ...(this.#random() < 0.05 && { 'if-none-match': this.#pick(['*', '"known"', 'W/"x"', '"']) }),
        'accept-encoding': this.#pick([
          'gzip',
          'gzip;q=0',
          '*',
          '*;q=0',
          'br',
          'identity',
          ';;;',
          'gzip;q=x',
        ]),
      },
      body,
    }
  }

  #path(endpoint: Endpoint): string {
    const { sessions, machines } = this.#world
    const known = endpoint.path.startsWith('/api/machines') ? machines : sessions
    const id = this.#random() < 0.8 ? this.#pick(known) : this.#pick(WORDS)
    const rest = this.#random() < 0.5 ? 'known' : this.#pick(WORDS)
    const path = pathOf(endpoint, id, rest)
    const turn = this.#random()
    if (turn < 0.03) return `${path}/`
    if (turn < 0.06) return path.replace('/api', '/api/%')
    return turn < 0.08 ? path.toUpperCase() : path
  }

  #query(): string {
    if (this.#random() < 0.6) return ''
    const pairs = this.#several(4, () => `${this.#pick(QUERY_KEYS)}=${encodeURIComponent(this.#pick(WORDS))}`)
    return `?${pairs.join('&')}`
  }

  #body(endpoint: Endpoint, isForm: boolean): string | Uint8Array<ArrayBuffer> {
    if (isForm) return this.#form()
    const turn = this.#random()
    if (turn < 0.05) return this.#pick(['', '{', '[', 'nul', '"', '{}x', '\u0000', '['.repeat(5000)])
    if (turn < 0.08) return new Uint8Array(this.#several(40, () => Math.floor(this.#random() * 256)))
    if (turn < 0.13) return JSON.stringify(this.#value(2))
    if (turn < 0.3) return JSON.stringify(this.#object(3))
    return JSON.stringify(this.#nearly(bodyFor(endpoint) ?? {}))
  }

  /** A body the endpoint takes, with some of its fields gone, spoilt or joined by others. */
  #nearly(body: object): object {
    const fields = Object.entries(body).flatMap(([key, value]): [string, unknown][] => {
      const turn = this.#random()
      if (turn < 0.05) return []
      return [[key, turn < 0.12 ? this.#value(2) : value]]
    })
    return Object.fromEntries(this.#random() < 0.2 ? [...fields, [this.#pick(KEYS), this.#value(2)]] : fields)
  }

  #form(): string {
    const names = ['file', 'provider', 'mode', 'language', 'x', '']
    const values = ['openai', 'standard', 'en', '\r\n', ...WORDS]
    const parts = this.#several(6, () => {
      const name = this.#pick(names)
      const file = name === 'file' || this.#random() < 0.1 ? '; filename="a.webm"' : ''
      const type = this.#pick(['', 'content-type: audio/webm\r\n', 'content-type: text/plain\r\n', ':\r\n'])
      return `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n${type}\r\n${this.#pick(values)}\r\n`
    })
    return parts.join('') + this.#pick([`--${BOUNDARY}--\r\n`, `--${BOUNDARY}--`, `--${BOUNDARY}`, ''])
  }

  #value(levels: number): unknown {
    const turn = this.#random()
    if (levels > 0 && turn < 0.25) return this.#object(levels - 1)
    if (levels > 0 && turn < 0.4) return this.#several(5, () => this.#value(levels - 1))
    if (turn < 0.5)
      return this.#pick([null, true, false, 0, -1, 1.5, 1e300, Number.MAX_SAFE_INTEGER, Date.now()])
    return turn < 0.6 ? 'x'.repeat(Math.floor(this.#random() * 3000)) : this.#pick(WORDS)
  }

  #object(levels: number): object {
    return Object.fromEntries(this.#several(6, () => [this.#pick(KEYS), this.#value(levels)]))
  }

  #several<T>(most: number, make: () => T): T[] {
    return Array.from({ length: Math.floor(this.#random() * most) }, make)
  }

  #pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.#random() * items.length)] as T
  }
}
