import type { AgentState, CompletedRequest, PendingRequest } from '../contract/session.ts'

export interface PermissionAnswer {
  approved: boolean
  answers?: Record<string, string[]>
}

interface Decision {
  id: string
  approved: boolean
  decision?: string
  mode?: string
  allowTools?: string[]
  answers?: Record<string, string[] | { answers: string[] }>
}

/** Modes in which an agent does not ask before it uses a tool. */
const UNASKED_MODES = new Set(['bypassPermissions', 'yolo', 'always-proceed'])
const EDIT_MODES = new Set(['acceptEdits', 'safe-yolo'])

const flat = (answers: Decision['answers']) =>
  answers &&
  Object.fromEntries(
    Object.entries(answers).map(([key, value]) => [key, Array.isArray(value) ? value : value.answers]),
  )

/**
 * The requests a CLI has put before its owner: they stand in `agentState.requests` until the hub passes on
 * a decision (RPC `permission`), then move to `completedRequests`.
 */
export class PermissionDesk {
  readonly #waiting = new Map<string, (answer: PermissionAnswer) => void>()
  readonly #allowed = new Set<string>()
  readonly #edit: (change: (state: AgentState) => AgentState) => Promise<void>
  readonly #setMode: (mode: string) => void
  readonly #stop: () => void
  mode: string

  constructor(parts: {
    mode: string
    edit: (change: (state: AgentState) => AgentState) => Promise<void>
    setMode: (mode: string) => void
    /** The owner's no also ends the turn. */
    stop: () => void
  }) {
    this.mode = parts.mode
    this.#edit = parts.edit
    this.#setMode = parts.setMode
    this.#stop = parts.stop
  }

  async permit(tool: string, input: object, callId: string): Promise<PermissionAnswer> {
    const edits = EDIT_MODES.has(this.mode) && tool === 'Edit'
    if (UNASKED_MODES.has(this.mode) || edits || this.#allowed.has(tool)) return { approved: true }
    return this.ask(tool, input, callId)
  }

  async ask(tool: string, input: object, callId: string): Promise<PermissionAnswer> {
    const { promise, resolve } = Promise.withResolvers<PermissionAnswer>()
    this.#waiting.set(callId, resolve)
    const request: PendingRequest = { tool, toolCallId: callId, arguments: input, createdAt: Date.now() }
    await this.#edit((state) => ({ ...state, requests: { ...state.requests, [callId]: request } }))
    return promise
  }

  /** The RPC `permission`. */
  async decide(params: unknown): Promise<void> {
    const decision = params as Decision
    const resolve = this.#waiting.get(decision.id)
    if (!resolve) return
    this.#waiting.delete(decision.id)
    if (decision.mode) this.#setMode(decision.mode)
    const status = decision.approved ? 'approved' : decision.decision === 'abort' ? 'canceled' : 'denied'
    await this.#complete(decision.id, { ...decision, status }, (request) => {
      if (decision.decision === 'approved_for_session') this.#allowed.add(request.tool)
      for (const tool of decision.allowTools ?? []) this.#allowed.add(tool)
    })
    if (decision.decision === 'abort') this.#stop()
    const answers = flat(decision.answers)
    resolve({ approved: decision.approved, ...(answers && { answers }) })
  }

  /** Withdraws whatever waits, as an abort does. */
  async cancelAll(reason: string): Promise<void> {
    for (const [id, resolve] of [...this.#waiting]) {
      this.#waiting.delete(id)
      await this.#complete(id, { status: 'canceled', decision: 'abort', reason })
      resolve({ approved: false })
    }
  }

  #complete(
    id: string,
    { status, decision, mode, allowTools, answers, reason }: Partial<CompletedRequest & Decision>,
    seen: (request: PendingRequest) => void = () => {},
  ): Promise<void> {
    return this.#edit((state) => {
      const { [id]: request, ...requests } = state.requests ?? {}
      if (!request) return state
      seen(request)
      const outcome = { status, decision, mode, allowTools, answers, reason, completedAt: Date.now() }
      return {
        ...state,
        requests,
        completedRequests: { ...state.completedRequests, [id]: { ...request, ...outcome } },
      }
    })
  }
}
