import type { DecryptedMessage, MessagePage, MessagesResponse } from '../../contract/message.ts'
import type { Session, SessionSummary } from '../../contract/session.ts'
import type { PageSignals } from '../client/page-signals.ts'
import type { MessageRow } from '../state/message-row.ts'

export function makeSession(changes: Partial<Session> = {}): Session {
  return {
    id: 's1',
    namespace: 'default',
    seq: 1,
    createdAt: 1000,
    updatedAt: 1000,
    active: true,
    activeAt: 1000,
    thinking: false,
    thinkingAt: 0,
    metadata: { path: '/work', flavor: 'claude' },
    metadataVersion: 1,
    agentState: null,
    agentStateVersion: 1,
    ...changes,
  }
}

export function makeSummary(changes: Partial<SessionSummary> = {}): SessionSummary {
  return {
    id: 's1',
    active: true,
    activeAt: 1000,
    thinking: false,
    updatedAt: 1000,
    pinned: false,
    globalPinned: false,
    hasConversationContent: true,
    metadata: { path: '/work', flavor: 'claude' },
    metadataVersion: 1,
    agentStateVersion: 1,
    todosUpdatedAt: 0,
    todoProgress: null,
    pendingRequestsCount: 0,
    pendingRequestKinds: [],
    pendingRequests: [],
    backgroundTaskCount: 0,
    futureScheduledMessageCount: 0,
    nextScheduledAt: null,
    model: null,
    modelReasoningEffort: null,
    effort: null,
    ...changes,
  }
}

export function userContent(text: string): DecryptedMessage['content'] {
  return { role: 'user', content: { type: 'text', text }, meta: { deliveryMode: 'queue' } }
}

export function agentContent(message: string): DecryptedMessage['content'] {
  return { role: 'agent', content: { type: 'codex', data: { type: 'message', message } } }
}

/** An agent row `m<seq>` at 1000 * seq. */
export function agentRow(seq: number, changes: Partial<MessageRow> = {}): MessageRow {
  const createdAt = seq * 1000
  const content = agentContent(`answer ${seq}`)
  return { id: `m${seq}`, seq, localId: null, content, createdAt, invokedAt: createdAt, ...changes }
}

/** A user row with localId `l<seq>` that waits in the queue. */
export function queuedRow(seq: number, changes: Partial<MessageRow> = {}): MessageRow {
  const content = userContent(`prompt ${seq}`)
  const createdAt = seq * 1000
  return { id: `m${seq}`, seq, localId: `l${seq}`, content, createdAt, invokedAt: null, ...changes }
}

export function agentRows(from: number, to: number): MessageRow[] {
  return Array.from({ length: to - from + 1 }, (_, index) => agentRow(from + index))
}

export function makePage(messages: MessageRow[], changes: Partial<MessagePage> = {}): MessagesResponse {
  const page: MessagePage = {
    direction: 'latest',
    limit: 20,
    epoch: 0,
    reset: false,
    nextBeforeSeq: null,
    nextBeforeAt: null,
    nextAfterSeq: null,
    nextAfterAt: null,
    snapshotHeadSeq: null,
    snapshotHeadAt: null,
    hasMore: false,
    ...changes,
  }
  return { messages, page }
}

/** A page whose visibility and network a test decides. */
export class ManualSignals implements PageSignals {
  #visibility: 'visible' | 'hidden' = 'visible'
  readonly #onChange = new Set<() => void>()
  readonly #onOnline = new Set<() => void>()

  visibility(): 'visible' | 'hidden' {
    return this.#visibility
  }

  onVisibilityChange(listener: () => void): () => void {
    this.#onChange.add(listener)
    return () => this.#onChange.delete(listener)
  }

  onOnline(listener: () => void): () => void {
    this.#onOnline.add(listener)
    return () => this.#onOnline.delete(listener)
  }

  show(visibility: 'visible' | 'hidden'): void {
    this.#visibility = visibility
    for (const listener of this.#onChange) listener()
  }

  goOnline(): void {
    for (const listener of this.#onOnline) listener()
  }
}

/** A JWT nobody signed, as the client only reads its payload. */
export function makeJwt(payload: Record<string, unknown>): string {
  const part = (value: unknown) =>
    btoa(JSON.stringify(value)).replace(/=+$/, '').replace(/\+/g, '-').replace(/\//g, '_')
  return `${part({ alg: 'HS256' })}.${part(payload)}.signature`
}

/** Lets every promise that can settle do so. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}
