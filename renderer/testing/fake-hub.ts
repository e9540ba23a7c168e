import type { SyncEvent } from '../../contract/events.ts'
import type { DecryptedMessage } from '../../contract/message.ts'
import type { Session } from '../../contract/session.ts'
import { comparePositions, positionOf } from '../state/message-row.ts'
import { agentContent, makeJwt, makeSession, makeSummary, userContent } from './factories.ts'

interface Stream {
  writer: WritableStreamDefaultWriter<Uint8Array>
}

export interface Request {
  method: string
  path: string
  query: URLSearchParams
  body: Record<string, unknown>
}

/** What happens to the next request a test singles out. */
type Fate = 'lost-before' | 'lost-after' | Promise<void> | { status: number; body: object }

/**
 * A hub in memory that speaks the part of the API the store uses, by the rules of the spec: message pages with
 * epochs, the event stream with ids and replay. A test cuts its connections, loses answers and holds requests.
 */
export class FakeHub {
  readonly sessions = new Map<string, Session>()
  readonly messages: DecryptedMessage[] = []
  readonly requests: Request[] = []
  epoch = 0
  isReachable = true
  #seq = 0
  #now = 1_700_000_000_000
  #eventSeq = 0
  #processEpoch = 1
  #ring: { id: string; event: SyncEvent }[] = []
  readonly #streams = new Set<Stream>()
  readonly #fates: { matches: (request: Request) => boolean; fate: Fate }[] = []

  readonly fetch: typeof fetch = async (input, init) => {
    const url = new URL(String(input))
    const body = typeof init?.body === 'string' ? JSON.parse(init.body) : {}
    const request = { method: init?.method ?? 'GET', path: url.pathname, query: url.searchParams, body }
    if (!this.isReachable) throw new TypeError('fetch failed')
    this.requests.push(request)
    const index = this.#fates.findIndex(({ matches }) => matches(request))
    const [singled] = index < 0 ? [] : this.#fates.splice(index, 1)
    if (singled?.fate === 'lost-before') throw new TypeError('fetch failed')
    if (isRefusal(singled?.fate)) return json(singled.fate.body, singled.fate.status)
    const headers = (init?.headers ?? {}) as Record<string, string>
    const response = this.#answer(request, headers['last-event-id'])
    if (singled?.fate === 'lost-after') throw new TypeError('fetch failed')
    await singled?.fate
    if (!this.isReachable) throw new TypeError('fetch failed')
    return response
  }

  /** The next request to `path` is answered at once, but the answer arrives only when the result is called. */
  hold(method: string, path: string): () => void {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    this.single(method, path, released)
    return release
  }

  /** Decides what becomes of the next request to `path`. */
  single(method: string, path: string, fate: Fate): void {
    this.#fates.push({ matches: (request) => request.method === method && request.path === path, fate })
  }

  /** Ends every stream; with `forget` the next handshake finds nothing to resume from. */
  cut({ forget = false } = {}): void {
    for (const { writer } of this.#streams) void writer.close().catch(() => {})
    this.#streams.clear()
    if (!forget) return
    this.#ring = []
    this.#processEpoch += 1
  }

  publish(event: SyncEvent): void {
    this.#eventSeq += 1
    const entry = { id: `${this.#processEpoch}:${this.#eventSeq}:ns`, event }
    this.#ring.push(entry)
    for (const stream of this.#streams) write(stream, entry.event, entry.id)
  }

  agentSays(text: string): DecryptedMessage {
    const createdAt = this.#tick()
    const message = this.#store({
      localId: null,
      content: agentContent(text),
      createdAt,
      invokedAt: createdAt,
    })
    this.publish({ type: 'message-received', sessionId: 's1', message })
    return message
  }

  userSent(text: string, localId: string): DecryptedMessage {
    const known = this.messages.find((message) => message.localId === localId)
    if (known) return known
    const fields = { localId, content: userContent(text), createdAt: this.#tick(), invokedAt: null }
    const message = this.#store(fields)
    this.publish({ type: 'message-received', sessionId: 's1', message: { ...message } })
    return message
  }

  consume(...localIds: string[]): void {
    const invokedAt = this.#tick()
    for (const message of this.messages) {
      if (message.localId && localIds.includes(message.localId)) message.invokedAt = invokedAt
    }
    this.publish({ type: 'messages-consumed', sessionId: 's1', localIds, invokedAt })
  }

  cancel(messageId: string): void {
    const index = this.messages.findIndex(
      (message) => message.id === messageId || message.localId === messageId,
    )
    const [removed] = index < 0 ? [] : this.messages.splice(index, 1)
    if (!removed) return
    this.epoch += 1
    const localId = removed.localId ?? undefined
    this.publish({ type: 'message-cancelled', sessionId: 's1', messageId: removed.id, localId })
  }

  /** Texts of the conversation as the hub has it: what a client must show, in this order. */
  texts(): string[] {
    return this.#ordered()
      .filter((message) => message.invokedAt !== null)
      .map(textOf)
  }

  addSession(changes: Partial<Session> = {}): Session {
    const session = makeSession(changes)
    this.sessions.set(session.id, session)
    return session
  }

  #store(
    fields: Pick<DecryptedMessage, 'localId' | 'content' | 'createdAt' | 'invokedAt'>,
  ): DecryptedMessage {
    this.#seq += 1
    const message: DecryptedMessage = { id: `m${this.#seq}`, seq: this.#seq, ...fields }
    this.messages.push(message)
    return message
  }

  #tick(): number {
    this.#now += 1000
    return this.#now
  }

  #ordered(): DecryptedMessage[] {
    return [...this.messages].sort((a, b) => comparePositions(positionOf(a), positionOf(b)))
  }

  #answer(request: Request, lastEventId: string | undefined): Response {
    const { method, path, body } = request
    if (path === '/api/auth')
      return json({ token: makeJwt({ uid: 1, ns: 'default' }), user: { id: 1, firstName: 'A' } })
    if (path === '/api/events') return this.#openStream(lastEventId)
    if (path === '/api/visibility') return json({ ok: true })
    if (path === '/api/machines') return json({ machines: [] })
    if (path === '/api/sessions') {
      const sessions = [...this.sessions.values()].map(({ id, active, thinking, updatedAt }) =>
        makeSummary({ id, active, thinking, updatedAt }),
      )
      return json({ sessions })
    }
    const [, , , id = '', area, rest] = path.split('/')
    const session = this.sessions.get(id)
    if (!session) return json({ error: 'Session not found' }, 404)
    if (area === undefined) return json({ session })
    if (area === 'resume') return json({ type: 'success', sessionId: 's2' })
    if (area !== 'messages') return json({ ok: true })
    if (rest === 'queued-state') return json(this.#queuedState(body.localIds as string[]))
    if (method === 'DELETE') {
      this.cancel(rest ?? '')
      return json({ status: 'cancelled', localId: null })
    }
    if (method === 'GET') return json(this.#page(request.query))
    this.userSent(String(body.text), String(body.localId))
    return json({ ok: true })
  }

  #queuedState(localIds: readonly string[]): object {
    const known = this.messages.filter((message) => message.localId && localIds.includes(message.localId))
    return {
      queuedLocalIds: known.filter((message) => message.invokedAt === null).map((message) => message.localId),
      indeterminateLocalIds: [],
      invokedLocalMessages: known
        .filter((message) => message.invokedAt !== null)
        .map(({ localId, invokedAt }) => ({ localId, invokedAt })),
    }
  }

  #page(query: URLSearchParams): object {
    const number = (name: string) => (query.has(name) ? Number(query.get(name)) : undefined)
    const limit = number('limit') ?? 50
    const rows = this.#ordered()
    const head = rows.at(-1)
    const snapshotHead = head ? positionOf(head) : undefined
    const base = {
      limit,
      epoch: this.epoch,
      snapshotHeadSeq: snapshotHead?.seq ?? null,
      snapshotHeadAt: snapshotHead?.at ?? null,
    }
    const afterAt = number('afterAt')
    const beforeAt = number('beforeAt')
    if (afterAt !== undefined && number('epoch') === this.epoch) {
      const cursor = { at: afterAt, seq: number('afterSeq') ?? 0 }
      const newer = rows.filter((row) => comparePositions(positionOf(row), cursor) > 0)
      const messages = newer.slice(0, limit)
      const end = messages.at(-1)
      const next = end ? positionOf(end) : cursor
      const page = { ...base, direction: 'after', reset: false, nextBeforeSeq: null, nextBeforeAt: null }
      return {
        messages,
        page: { ...page, nextAfterSeq: next.seq, nextAfterAt: next.at, hasMore: newer.length > limit },
      }
    }
    const cursor = beforeAt === undefined ? undefined : { at: beforeAt, seq: number('beforeSeq') ?? 0 }
    const older = rows.filter((row) => !cursor || comparePositions(positionOf(row), cursor) < 0)
    const messages = older.slice(-limit)
    const start = messages[0] && positionOf(messages[0])
    const pinned = cursor ? [] : older.slice(0, -limit).filter((row) => row.invokedAt === null)
    return {
      messages: [...pinned, ...messages],
      page: {
        ...base,
        direction: cursor ? 'before' : 'latest',
        reset: afterAt !== undefined,
        nextBeforeSeq: start?.seq ?? null,
        nextBeforeAt: start?.at ?? null,
        nextAfterSeq: null,
        nextAfterAt: null,
        hasMore: older.length > limit,
      },
    }
  }

  #openStream(lastEventId: string | undefined): Response {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const stream = { writer: writable.getWriter() }
    stream.writer.closed.catch(() => this.#streams.delete(stream))
    const [processEpoch, seq] = (lastEventId ?? '').split(':').map(Number)
    const resume = processEpoch === this.#processEpoch ? 'ok' : 'gap'
    write(stream, {
      type: 'connection-changed',
      data: { status: 'connected', subscriptionId: 'sub', resume },
    })
    for (const { id, event } of this.#ring) {
      if (resume === 'ok' && Number(id.split(':')[1]) > (seq ?? 0)) write(stream, event, id)
    }
    this.#streams.add(stream)
    return new Response(readable, { headers: { 'content-type': 'text/event-stream' } })
  }
}

function isRefusal(fate: Fate | undefined): fate is { status: number; body: object } {
  return typeof fate === 'object' && 'status' in fate
}

/** The text of a message as a person reads it. */
export function textOf(message: DecryptedMessage): string {
  const envelope = message.content as { content: { text?: string; data?: { message: string } } }
  return envelope.content.text ?? envelope.content.data?.message ?? ''
}

function write({ writer }: Stream, event: SyncEvent, id?: string): void {
  const text = `data: ${JSON.stringify(event)}\n${id ? `id: ${id}\n` : ''}\n`
  void writer.write(new TextEncoder().encode(text)).catch(() => {})
}

function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
}
