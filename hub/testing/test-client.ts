import type { z } from 'zod'
import { authenticate } from '../../contract/auth.ts'
import type { Endpoint, PathParams } from '../../contract/endpoint.ts'
import { EVENTS_PATH } from '../../contract/events.ts'
import { EventReader } from './event-reader.ts'

export interface RawAnswer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape
  body: any
  headers: Headers
}

type Input<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined

export interface CallInput<Path extends string, Query, Body> {
  params?: PathParams<Path>
  query?: Input<Query>
  body?: Input<Body>
}

/** A client of the API for tests: every successful answer is parsed with its endpoint's schema. */
export class TestClient {
  readonly origin: string
  readonly accessToken: string
  #jwt: string | undefined

  private constructor(origin: string, accessToken: string) {
    this.origin = origin
    this.accessToken = accessToken
  }

  static async signIn(origin: string, accessToken: string): Promise<TestClient> {
    const client = new TestClient(origin, accessToken)
    const { token } = await client.call(authenticate, { body: { accessToken } })
    client.#jwt = token
    return client
  }

  get jwt(): string | undefined {
    return this.#jwt
  }

  /** @throws with status and body unless the answer is 2xx. */
  async call<
    Path extends string,
    Query extends z.ZodType | undefined,
    Body extends z.ZodType | undefined,
    Response extends z.ZodType,
  >(
    endpoint: Endpoint<Path, Query, Body, Response>,
    input: CallInput<Path, Query, Body> = {},
  ): Promise<z.output<Response>> {
    const params = (input.params ?? {}) as Record<string, string>
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    const query = new URLSearchParams(
      Object.entries((input.query ?? {}) as object).flatMap(([key, value]) =>
        value === undefined ? [] : [[key, String(value)] as [string, string]],
      ),
    )
    const answer = await this.raw(endpoint.method, query.size > 0 ? `${path}?${query}` : path, input.body)
    if (answer.status >= 300) {
      throw new Error(`${endpoint.method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    }
    return endpoint.response.parse(answer.body)
  }

  /** Any request; a string body is sent as it is, anything else as JSON. */
  async raw(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<RawAnswer> {
    const response = await fetch(this.origin + path, {
      method,
      headers: {
        ...(this.#jwt !== undefined && { authorization: `Bearer ${this.#jwt}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers }
  }

  /** Opens the event stream, `all=true` unless told otherwise, and waits for its handshake. */
  events(query: Record<string, string> = { all: 'true' }, headers: Record<string, string> = {}) {
    return EventReader.open(`${this.origin}${EVENTS_PATH}?${new URLSearchParams(query)}`, {
      authorization: `Bearer ${this.#jwt}`,
      ...headers,
    })
  }
}
