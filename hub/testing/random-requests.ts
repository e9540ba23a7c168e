import type { Endpoint } from '../../contract/endpoint.ts'
import { pathOf } from './declared-endpoints.ts'

export interface RandomRequest {
  method: string
  path: string
  headers: Record<string, string>
  body: string | undefined
}

/** What requests may name, so that some of them reach further than a 404. */
export interface RandomWorld {
  endpoints: readonly Endpoint[]
  ids: readonly string[]
  authorizations: readonly (string | undefined)[]
}

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
  '__proto__',
  'constructor',
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
    const body = method === 'GET' || this.#random() < 0.1 ? undefined : this.#body()
    return {
      method,
      path: this.#path(endpoint) + this.#query(),
      headers: {
        ...(authorization !== undefined && { authorization }),
        'content-type': this.#pick(['application/json', 'text/plain', 'multipart/form-data', 'x']),
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
    const id = this.#random() < 0.6 ? this.#pick(this.#world.ids) : this.#pick(WORDS)
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

  #body(): string {
    const turn = this.#random()
    if (turn < 0.1) return this.#pick(['', '{', '[', 'nul', '"', '{}x', '\u0000', '['.repeat(5000)])
    return turn < 0.2 ? JSON.stringify(this.#value(2)) : JSON.stringify(this.#object(3))
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
