import { OWNER_NAMESPACE } from '../../contract/auth.ts'
import { WAITING_MAX, type WaitingItem, type WorkingSession } from '../../contract/desktop.ts'
import type { PendingRequest } from '../../contract/session.ts'
import type { Clock, Timer } from '../clock.ts'
import { isQuestion, questionBody } from '../notices/question.ts'
import { namesOf } from '../notices/session-names.ts'
import { compactArguments } from '../notices/tool-texts.ts'
import type { SessionService } from '../sessions/session-service.ts'
import type { SessionRecord } from '../store/sessions.ts'

/** Changes that come together are told together. */
export const TOLD_AFTER_MS = 100
/** Names and whether agents work are looked at again this often. */
const LOOK_EVERY_MS = 5000

export interface Waiting {
  items: WaitingItem[]
  working: WorkingSession[]
}

export interface WaitingListParts {
  sessions: Pick<
    SessionService,
    | 'find'
    | 'isActive'
    | 'isThinking'
    | 'onKeepAlive'
    | 'onAgentState'
    | 'onMetadataSent'
    | 'onBecameInactive'
    | 'onRemoved'
  >
  clock: Clock
  /** Told when something changed, and once at the beginning. */
  onChange(waiting: Waiting): void
}

interface Entry {
  sessionName: string
  requests: [string, PendingRequest][]
  isOwners: boolean
  isWorking: boolean
}

/**
 * What waits for the owner and whose agents work, for the tray of the desktop. Requests of other namespaces
 * are theirs to see; that their agents work counts, because quitting the app concerns them too.
 */
export class WaitingList {
  readonly #parts: WaitingListParts
  readonly #entries = new Map<string, Entry>()
  readonly #look: Timer
  #timer: Timer | undefined
  #told: string | undefined

  constructor(parts: WaitingListParts) {
    this.#parts = parts
    const { sessions, clock } = parts
    sessions.onKeepAlive((id) => this.#alive(id))
    sessions.onAgentState((id) => this.#read(id))
    sessions.onMetadataSent((id) => this.#read(id))
    sessions.onBecameInactive((id) => this.#forget(id))
    sessions.onRemoved((id) => this.#forget(id))
    this.#look = clock.every(LOOK_EVERY_MS, () => {
      for (const id of [...this.#entries.keys()]) this.#alive(id)
    })
    this.#changed()
  }

  close(): void {
    this.#look.cancel()
    this.#timer?.cancel()
  }

  /** A keep-alive costs two looks into memory, unless the session is new or begins or ends a turn. */
  #alive(id: string): void {
    const entry = this.#entries.get(id)
    if (!entry) return this.#read(id)
    const isWorking = this.#parts.sessions.isThinking(id)
    if (entry.isWorking === isWorking) return
    entry.isWorking = isWorking
    this.#changed()
  }

  #read(id: string): void {
    const { sessions } = this.#parts
    const session = sessions.isActive(id) ? sessions.find(id) : undefined
    if (!session) return this.#forget(id)
    this.#entries.set(id, entryOf(session, sessions.isThinking(id)))
    this.#changed()
  }

  #forget(id: string): void {
    if (this.#entries.delete(id)) this.#changed()
  }

  #changed(): void {
    this.#timer ??= this.#parts.clock.after(TOLD_AFTER_MS, () => {
      this.#timer = undefined
      const waiting = this.#collect()
      const text = JSON.stringify(waiting)
      if (text === this.#told) return
      this.#told = text
      this.#parts.onChange(waiting)
    })
  }

  #collect(): Waiting {
    const entries = [...this.#entries]
    const items = entries
      .filter(([, { isOwners }]) => isOwners)
      .flatMap(([sessionId, { sessionName, requests }]) =>
        requests.map(([requestId, request]) => ({
          at: request.createdAt ?? 0,
          item: itemOf({ sessionId, requestId, sessionName }, request),
        })),
      )
      .sort((a, b) => a.at - b.at)
      .map(({ item }) => item)
      .slice(0, WAITING_MAX)
    const working = entries
      .filter(([, { isWorking }]) => isWorking)
      .map(([sessionId, { sessionName }]) => ({ sessionId, sessionName }))
    return { items, working }
  }
}

function entryOf(session: SessionRecord, isWorking: boolean): Entry {
  const { agent, session: name } = namesOf(session)
  return {
    sessionName: `${agent} - ${name}`,
    requests: Object.entries(session.agentState?.requests ?? {}),
    isOwners: session.namespace === OWNER_NAMESPACE,
    isWorking,
  }
}

function itemOf(
  about: Pick<WaitingItem, 'sessionId' | 'requestId' | 'sessionName'>,
  { tool, arguments: input }: PendingRequest,
): WaitingItem {
  if (isQuestion(tool)) {
    const [question = ''] = questionBody(input, about.sessionName).split('\n')
    return { ...about, kind: 'question', text: question }
  }
  const compact = compactArguments(tool, input)
  return { ...about, kind: 'permission', text: compact === '' ? tool : `${tool}: ${compact}` }
}
