import type { SyncEvent } from '../../contract/events.ts'
import type { DecryptedMessage } from '../../contract/message.ts'
import { HubScene, type SceneAgent, type SessionOptions } from './hub-scene.ts'

/** A hub with one session, and what tests of its queue do to prompts and want to know of them. */
export class QueueScene {
  readonly scene: HubScene
  agent: SceneAgent

  private constructor(scene: HubScene, agent: SceneAgent) {
    this.scene = scene
    this.agent = agent
  }

  static async open(): Promise<QueueScene> {
    const scene = await HubScene.open()
    return new QueueScene(scene, await scene.session({ metadata: { flavor: 'codex' } }))
  }

  get now(): number {
    return this.scene.now
  }

  /** Goes on with another session. */
  async use(options: SessionOptions): Promise<void> {
    this.agent = await this.scene.session(options)
  }

  path(rest = ''): string {
    return `/api/sessions/${this.agent.id}/messages${rest}`
  }

  send(localId: string, more: object = {}) {
    return this.scene.raw('POST', this.path(), { text: `text of ${localId}`, localId, ...more })
  }

  act(action: 'cancel' | 'steer' | 'retry', messageId: string) {
    return action === 'cancel'
      ? this.scene.raw('DELETE', this.path(`/${messageId}`))
      : this.scene.raw('POST', this.path(`/${messageId}/${action}`))
  }

  /** What queued-state says of these prompts. */
  async state(...localIds: string[]) {
    return (await this.scene.raw('POST', this.path('/queued-state'), { localIds })).body
  }

  async row(localId: string): Promise<DecryptedMessage | undefined> {
    return (await this.scene.messages(this.agent.id)).find((row) => row.localId === localId)
  }

  /** The agent cannot say what became of these prompts. */
  indeterminate(...localIds: string[]): Promise<void> {
    return this.agent.emit('messages-indeterminate', { sid: this.agent.id, localIds })
  }

  /** The events about the queue that `action` causes, without the ids that are always the same. */
  async caused(action: () => Promise<unknown>): Promise<object[]> {
    const events = await this.scene.events()
    await action()
    const told = await this.scene.settled(events)
    events.close()
    return told.filter(({ type }) => type !== 'session-updated' && type !== 'message-received').map(bare)
  }

  close(): Promise<void> {
    return this.scene.close()
  }
}

function bare(event: SyncEvent): object {
  const {
    namespace: _,
    sessionId: __,
    ...rest
  } = event as SyncEvent & { namespace: string; sessionId: string }
  return rest
}
