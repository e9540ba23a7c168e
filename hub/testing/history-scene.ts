import type { DecryptedMessage } from '../../contract/message.ts'
import { HubScene, type SceneAgent, type SceneSocket, textOf } from './hub-scene.ts'

/** What an agent that can fork and rewind says of itself. */
export const HISTORY_CAPABILITIES = {
  conversationHistory: { forkCurrent: true, forkAtMessage: true, rewindToMessage: true },
}

/** The agent's own id of the conversation, and of its fork. */
export const NATIVE_ID = 'thread-1'
export const FORKED_ID = 'thread-2'

/** A hub with a machine and a conversation on it that can be forked and rewound. */
export class HistoryScene {
  readonly scene: HubScene
  readonly runner: SceneSocket
  /** Agents of the forks that were started. */
  readonly children: SceneAgent[] = []
  readonly #answered = Promise.withResolvers<void>()

  private constructor(scene: HubScene, runner: SceneSocket) {
    this.scene = scene
    this.runner = runner
  }

  static async open(): Promise<HistoryScene> {
    const scene = await HubScene.open()
    return new HistoryScene(scene, await scene.runner('m'))
  }

  /** An active session of the machine, and the exchanges `first` and `second`, each with its answer. */
  async conversation(metadata: object = {}, agentState: object = {}): Promise<SceneAgent> {
    const agent = await this.scene.session({
      metadata: {
        path: '/w',
        host: 'box',
        machineId: 'm',
        flavor: 'codex',
        codexSessionId: NATIVE_ID,
        capabilities: HISTORY_CAPABILITIES,
        conversationHistoryPoints: { first: true, second: true },
        conversationHistoryTurns: { first: 't1', second: 't2' },
        ...metadata,
      },
      agentState,
    })
    for (const localId of ['first', 'second']) {
      await this.exchange(agent, localId)
    }
    return agent
  }

  /** A conversation whose agent forks. */
  async forkable(
    metadata: object = {},
    answer: object = { nativeSessionId: FORKED_ID },
  ): Promise<SceneAgent> {
    const agent = await this.conversation(metadata)
    await agent.serve('fork-conversation', () => answer)
    return agent
  }

  /** Calls of the runner to start and to stop sessions. */
  get spawned() {
    return this.runner.calls.filter(({ method }) => method === 'spawn-happy-session')
  }

  get stopped() {
    return this.runner.calls.filter(({ method }) => method === 'stop-session')
  }

  /** A prompt the agent takes and answers; the session does not think afterwards. */
  async exchange(agent: SceneAgent, localId: string): Promise<void> {
    const { hub } = this.scene
    await this.send(agent.id, localId)
    hub.clock.advance(10)
    await agent.emit('messages-consumed', {
      sid: agent.id,
      localIds: [localId],
      clearQueuedThinkingGrace: true,
    })
    hub.clock.advance(10)
    await agent.say(`answer to ${localId}`)
    hub.clock.advance(10)
    await agent.alive({ thinking: false })
  }

  send(id: string, localId: string) {
    return this.scene.raw('POST', `/api/sessions/${id}/messages`, { text: localId, localId })
  }

  fork(id: string, body: unknown = {}) {
    return this.scene.raw('POST', `/api/sessions/${id}/fork`, body)
  }

  rewind(id: string, body: unknown = { messageLocalId: 'second' }) {
    return this.scene.raw('POST', `/api/sessions/${id}/rewind`, body)
  }

  /** The words of the conversation in the order clients see them. */
  async words(id: string): Promise<string[]> {
    return (await this.scene.messages(id, '?limit=200')).map(wordsOf)
  }

  async epoch(id: string): Promise<number> {
    return (await this.scene.raw('GET', `/api/sessions/${id}/messages`)).body.page.epoch
  }

  /** The runner starts every fork as told; `prepare` runs before the child keeps alive. */
  async startsForks(prepare: (child: SceneAgent) => Promise<void> = async () => {}): Promise<void> {
    await this.runner.serve('spawn-happy-session', async (params) => {
      const { existingSessionId } = params as { existingSessionId: string }
      const child = await this.scene.connect(existingSessionId)
      this.children.push(child)
      await prepare(child)
      await child.alive()
      setImmediate(this.#answered.resolve)
      return { type: 'success', sessionId: existingSessionId }
    })
    await this.runner.serve('stop-session', () => ({ status: 'stopped' }))
  }

  /** The hub has heard that the first fork was started. */
  async forkStarted(): Promise<void> {
    await this.#answered.promise
    await this.runner.flush()
  }

  close(): Promise<void> {
    return this.scene.close()
  }
}

export function wordsOf({ content }: Pick<DecryptedMessage, 'content'>): string {
  const inner = (content as { content?: { data?: { message?: string } } }).content
  return inner?.data?.message ?? textOf(content)
}
