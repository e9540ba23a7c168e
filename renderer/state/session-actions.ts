import { type SpawnBody, type SpawnResponse, spawnSession } from '../../contract/machine.ts'
import {
  type ApproveBody,
  approvePermission,
  type DenyBody,
  denyPermission,
} from '../../contract/permission.ts'
import {
  abortSession,
  archiveSession,
  deleteSession,
  type PinMode,
  pinSession,
  renameSession,
  reopenSession,
  resumeSession,
  switchSession,
} from '../../contract/session.ts'
import { ClientError } from '../client/client-error.ts'
import type { StoreContext } from './store-context.ts'

/** What the actions work with, and what they tell the store. */
interface SessionActionsOptions extends Pick<StoreContext, 'client'> {
  /** The stream tells what an action changed. */
  isLive(): boolean
  isListed(id: string): boolean
  /** What is shown of a session may be old. */
  refresh(id: string): void
  refreshList(): void
  /** A session goes on under another id. */
  replaced(id: string, successor: string): void
  removed(id: string): void
}

/**
 * What a person does to sessions (spec: Sessions, Permissions, Machines). Every action rejects with ClientError
 * unless said otherwise; what it changed arrives by the stream.
 */
export class SessionActions {
  readonly #works: SessionActionsOptions

  constructor(works: SessionActionsOptions) {
    this.#works = works
  }

  /** Submits a candidate decision; the request leaves the pending ones when the agent takes it. */
  async approve(id: string, requestId: string, body: ApproveBody = {}): Promise<void> {
    await this.act(id, this.#works.client.call(approvePermission, { params: { id, requestId }, body }))
  }

  async deny(id: string, requestId: string, body: DenyBody = {}): Promise<void> {
    await this.act(id, this.#works.client.call(denyPermission, { params: { id, requestId }, body }))
  }

  async abort(id: string): Promise<void> {
    await this.act(id, this.#works.client.call(abortSession, { params: { id }, body: {} }))
  }

  async archive(id: string): Promise<void> {
    await this.act(id, this.#works.client.call(archiveSession, { params: { id }, body: {} }))
  }

  /** Resolves to the id to navigate to, which may be another. */
  async resume(id: string): Promise<string> {
    const answer = await this.act(id, this.#works.client.call(resumeSession, { params: { id }, body: {} }))
    return this.#successor(id, answer.sessionId)
  }

  /** Resolves to the id to navigate to, which may be another. */
  async reopen(id: string): Promise<string> {
    const answer = await this.act(id, this.#works.client.call(reopenSession, { params: { id }, body: {} }))
    return this.#successor(id, answer.sessionId)
  }

  async rename(id: string, name: string): Promise<void> {
    await this.act(id, this.#works.client.call(renameSession, { params: { id }, body: { name } }))
  }

  async pin(id: string, mode: PinMode): Promise<void> {
    await this.act(id, this.#works.client.call(pinSession, { params: { id }, body: { mode } }))
  }

  async remove(id: string): Promise<void> {
    await this.#works.client.call(deleteSession, { params: { id } })
    this.#works.removed(id)
  }

  async switchToRemote(id: string): Promise<void> {
    await this.act(id, this.#works.client.call(switchSession, { params: { id }, body: {} }))
  }

  /** A refused spawn is an answer of type `error`, not a rejection. */
  async spawn(machineId: string, body: SpawnBody): Promise<SpawnResponse> {
    const answer = await this.#works.client.call(spawnSession, { params: { id: machineId }, body })
    if (answer.type === 'success' && !this.#works.isListed(answer.sessionId)) this.#works.refreshList()
    return answer
  }

  /**
   * Runs a call about a session that has no method here. A refusal often means that what we show is
   * old, and without the stream nothing else would tell us the result: then the session is fetched again.
   */
  async act<Answer>(id: string, call: Promise<Answer>): Promise<Answer> {
    try {
      const answer = await call
      if (!this.#works.isLive()) this.#works.refresh(id)
      return answer
    } catch (error) {
      if (error instanceof ClientError && (error.status === 404 || error.status === 409))
        this.#works.refresh(id)
      throw error
    }
  }

  #successor(id: string, successor: string): string {
    if (successor !== id) this.#works.replaced(id, successor)
    return successor
  }
}
