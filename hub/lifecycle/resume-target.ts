import type { LocalResumeTarget, ResumableSession } from '../../contract/cli-plane.ts'
import { ERROR_TEXTS } from '../../contract/error-texts.ts'
import { flavorOf } from '../../contract/flavors.ts'
import type { ModelSelection } from '../../contract/session.ts'
import { HubError } from '../errors.ts'
import type { SessionRecord } from '../store/sessions.ts'
import type { LifecycleParts } from './lifecycle-parts.ts'
import { findLostToken, TOKEN_SEARCH_MESSAGES } from './lost-token.ts'

/** How many of the first messages are searched for the first thing the user said. */
const FIRST_MESSAGES = 50

export const resumeUnavailable = (message: string) =>
  new HubError(409, message, { code: 'resume_unavailable' })

/** What it takes to continue a conversation (CLI-plane reference 3.3). */
export class ResumeTargets {
  readonly #parts: Pick<LifecycleParts, 'tables' | 'sessions'>

  constructor(parts: Pick<LifecycleParts, 'tables' | 'sessions'>) {
    this.#parts = parts
  }

  /**
   * The agent's own id of the conversation. One missing from the metadata is looked for in the newest
   * messages, where the flavor mentions it, and written back.
   */
  token({ id, pk, metadata }: SessionRecord): string | undefined {
    const { nativeIdKey, resume } = flavorOf(metadata)
    if (nativeIdKey === null) return undefined
    const stored = metadata?.[nativeIdKey]
    if (typeof stored === 'string' && stored.trim() !== '') return stored.trim()
    if (resume.tokenInMessages === null) return undefined
    const contents = this.#parts.tables.messages.newestContents(pk, TOKEN_SEARCH_MESSAGES)
    const found = findLostToken(resume.tokenInMessages, contents)
    if (found === undefined) return undefined
    this.#parts.sessions.editMetadata(id, (current) => ({ ...current, [nativeIdKey]: found }))
    return found
  }

  /** What a terminal needs to resume it locally. @throws HubError 409 `resume_unavailable` */
  require(record: SessionRecord): LocalResumeTarget {
    if (!record.metadata?.path) throw resumeUnavailable(ERROR_TEXTS.sessionPathMissing)
    const agentSessionId = this.token(record)
    if (agentSessionId === undefined) throw resumeUnavailable('Session has nothing to resume from')
    return this.#target(record, record.metadata.path, agentSessionId)
  }

  /** Every session of the namespace (on the machine) that a terminal can resume, newest update first. */
  all(namespace: string, machineId?: string): ResumableSession[] {
    return this.#parts.tables.sessions
      .ofNamespace(namespace)
      .filter(({ supersededBy, metadata }) => {
        return supersededBy === null && (machineId === undefined || metadata?.machineId === machineId)
      })
      .sort((a, b) => b.updatedAt - a.updatedAt)
      .flatMap((record) => this.#resumable(record) ?? [])
  }

  #resumable(record: SessionRecord): ResumableSession | undefined {
    const { metadata, pk, updatedAt } = record
    const agentSessionId = metadata?.path ? this.token(record) : undefined
    if (!metadata?.path || agentSessionId === undefined) return undefined
    const firstUserMessage = this.#parts.tables.messages
      .oldestContents(pk, FIRST_MESSAGES)
      .map(userText)
      .find((text) => text !== undefined)
    return {
      ...this.#target(record, metadata.path, agentSessionId),
      updatedAt,
      ...(metadata.name !== undefined && { name: metadata.name }),
      ...(metadata.summary && { summary: metadata.summary.text }),
      ...(firstUserMessage !== undefined && { firstUserMessage }),
    }
  }

  #target(record: SessionRecord, directory: string, agentSessionId: string): LocalResumeTarget {
    const session = this.#parts.sessions.toSession(record)
    const { metadata, agentState, permissionMode, collaborationMode, copilotAgentMode } = session
    return {
      sessionId: record.id,
      flavor: flavorOf(metadata).cliId,
      directory,
      agentSessionId,
      ...(metadata?.machineId !== undefined && { machineId: metadata.machineId }),
      ...(metadata?.host !== undefined && { host: metadata.host }),
      active: session.active,
      thinking: session.thinking,
      controlledByUser: agentState?.controlledByUser === true,
      model: modelId(record.model),
      effort: record.effort,
      modelReasoningEffort: record.modelReasoningEffort,
      ...(permissionMode && { permissionMode }),
      ...(collaborationMode && { collaborationMode }),
      ...(copilotAgentMode && { copilotAgentMode }),
    }
  }
}

/** CLIs know a model by its id alone. */
export function modelId(model: ModelSelection): string | null {
  return typeof model === 'object' && model !== null ? model.modelId : model
}

/** What a person wrote in a message, on one line; undefined for anything else. */
function userText(contentJson: string): string | undefined {
  const message = JSON.parse(contentJson) as { role?: unknown; content?: unknown } | null
  if (message?.role !== 'user') return undefined
  const { content } = message
  const text = typeof content === 'object' && content !== null && 'text' in content ? content.text : content
  const line = typeof text === 'string' ? text.replace(/\s+/g, ' ').trim() : ''
  return line === '' ? undefined : line
}
