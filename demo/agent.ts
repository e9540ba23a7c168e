import { randomUUID } from 'node:crypto'
import { SESSION_RPC } from '../contract/cli-plane.ts'
import { type Flavor, findFlavor } from '../contract/flavors.ts'
import type { AgentState, Metadata, Session } from '../contract/session.ts'
import type { CliClient, CliSocket } from './cli-client.ts'
import { registerConfigRpc } from './config-rpc.ts'
import { registerFileRpc } from './file-rpc.ts'
import { HISTORY_CAPABILITIES, registerHistoryRpc, withHistoryPoint } from './history-rpc.ts'
import { PermissionDesk } from './permission-desk.ts'
import { PlanDesk } from './plan-desk.ts'
import { type Prompt, PromptQueue } from './prompt-queue.ts'
import { play } from './scenarios.ts'
import { Turn, TurnAborted } from './turn.ts'
import { VersionedValue } from './versioned-value.ts'
import type { VirtualDisk } from './virtual-disk.ts'
import { claudeVoice, codexVoice, event, type Voice } from './voice.ts'

const KEEP_ALIVE_MS = 2000

export interface AgentOptions {
  client: CliClient
  disk: VirtualDisk
  machineId: string
  host: string
  directory: string
  /** The agent as the CLI names it, such as `claude`. */
  agent: string
  model?: string | undefined
  permissionMode?: string | undefined
  /** The session to go on with; else a new one is created. */
  existingSessionId?: string | undefined
  /** The agent's own id of the conversation to go on with. */
  resumeSessionId?: string | undefined
  /** Go on in a copy of that conversation, under an id of its own. */
  forkSession?: boolean | undefined
  name?: string | undefined
  /** Divides every pause of the simulation; 1 is a human pace. */
  speed: number
  onEnd?: (agent: DemoAgent) => void
}

const DEFAULT_MODELS: Record<string, string> = {
  claude: 'opus',
  codex: 'gpt-5-codex',
  grok: 'grok-code',
  opencode: 'big-pickle',
  pi: 'large',
}

/**
 * A simulated agent behind the command line's side of the CLI plane: it keeps its session alive, takes
 * prompts, plays scenarios, asks for permissions, and can be steered, stopped and archived.
 */
export class DemoAgent {
  readonly sessionId: string
  readonly #options: AgentOptions
  readonly #socket: CliSocket
  readonly #metadata: VersionedValue<Metadata>
  readonly #state: VersionedValue<AgentState>
  readonly #desk: PermissionDesk
  /** Undefined for agents without plans to carry out. */
  readonly #plans: PlanDesk | undefined
  readonly #queue = new PromptQueue()
  readonly #voice: Voice
  #config: { model: string; effort: string | null; permissionMode: string | undefined }
  #thinking = false
  #aborted = false
  #ended = false
  #keepAlive: NodeJS.Timeout | undefined

  private constructor(options: AgentOptions, session: Session, socket: CliSocket, flavor: Flavor) {
    this.#options = options
    this.sessionId = session.id
    this.#socket = socket
    this.#metadata = new VersionedValue('update-metadata', session.metadata ?? {}, session.metadataVersion)
    this.#state = new VersionedValue('update-state', session.agentState ?? {}, session.agentStateVersion)
    const permissionMode = options.permissionMode ?? flavor.permissionModes[0]
    const model = options.model ?? DEFAULT_MODELS[options.agent] ?? 'demo-model'
    this.#config = { model, effort: null, permissionMode }
    this.#voice = options.agent === 'claude' ? claudeVoice(model) : codexVoice(model)
    const plans = {
      socket,
      metadata: this.#metadata,
      state: this.#state,
      carryOut: () => void this.prompt('Make the change'),
    }
    this.#plans = flavor.planImplementation ? new PlanDesk(plans) : undefined
    this.#desk = new PermissionDesk({
      mode: permissionMode ?? 'default',
      edit: (change) => this.#state.change(socket, change),
      setMode: (mode) => this.#configure({ permissionMode: mode }),
      stop: () => {
        this.#aborted = true
      },
    })
  }

  /** Creates or re-opens the session, connects and goes to work. */
  static async start(options: AgentOptions): Promise<DemoAgent> {
    const { client, existingSessionId, agent } = options
    const flavor = findFlavor(agent)
    if (!flavor) throw new Error(`There is no agent called ${agent}`)
    const session = existingSessionId
      ? await client.getSession(existingSessionId)
      : await client.createSession({
          tag: randomUUID(),
          metadata: newMetadata(options, flavor),
          agentState: {},
        })
    const socket = await client.connectSession(session.id)
    const demo = new DemoAgent(options, session, socket, flavor)
    registerConfigRpc(socket, flavor, () => demo.#config)
    registerHistoryRpc(socket, flavor, {
      nativeId: () => String(demo.#metadata.current[flavor.nativeIdKey ?? '']),
      isThinking: () => demo.#thinking,
    })
    await demo.#begin(flavor)
    return demo
  }

  /** Plays a turn as if its owner had typed the prompt at the computer. */
  prompt(text: string): Promise<void> {
    this.#send([{ role: 'user', content: { type: 'text', text }, meta: { sentFrom: 'cli' } }])
    return this.#playTurn({ localId: null, text })
  }

  /** Stores messages as they are, for a conversation that happened before. */
  replay(contents: unknown[], createdAt: number): void {
    for (const message of contents) this.#socket.emit('message', { sid: this.sessionId, message, createdAt })
  }

  get voice(): Voice {
    return this.#voice
  }

  /** Says goodbye as the command line does: archived, session ended, disconnected. */
  async end(reason: string): Promise<void> {
    if (this.#ended) return
    this.#ended = true
    this.#aborted = true
    clearInterval(this.#keepAlive)
    await this.#desk.cancelAll(reason)
    const lifecycle = {
      lifecycleState: 'archived',
      lifecycleStateSince: Date.now(),
      archivedBy: 'cli',
      archiveReason: reason,
    }
    await this.#metadata.change(this.#socket, (metadata) => ({ ...metadata, ...lifecycle }))
    this.#socket.emit('session-end', { sid: this.sessionId, time: Date.now(), reason: 'completed' })
    await this.#socket.request('ping')
    this.#socket.close()
    this.#options.onEnd?.(this)
  }

  /** Drops the connection without a word, as a computer that is switched off. */
  vanish(): void {
    this.#ended = true
    clearInterval(this.#keepAlive)
    this.#socket.close()
  }

  async #begin({ nativeIdKey }: Flavor): Promise<void> {
    this.#registerRpc()
    this.#socket.onUpdate((update) => this.#queue.onUpdate(update))
    const since = { lifecycleState: 'running', lifecycleStateSince: Date.now() }
    await this.#metadata.change(this.#socket, ({ archivedBy, archiveReason, ...metadata }) => ({
      ...metadata,
      ...since,
      ...(this.#options.forkSession && nativeIdKey !== null && { [nativeIdKey]: randomUUID() }),
    }))
    this.#alive()
    this.#keepAlive = setInterval(() => this.#alive(), KEEP_ALIVE_MS)
    this.#socket.emit('session-ready', { sid: this.sessionId, time: Date.now() })
    await this.#socket.request('ping')
    void this.#work()
  }

  async #work(): Promise<void> {
    for (;;) {
      const prompt = await this.#queue.next()
      if (this.#ended) return
      await this.#playTurn(prompt)
    }
  }

  async #playTurn({ localId, text }: Prompt): Promise<void> {
    this.#aborted = false
    this.#setThinking(true)
    if (localId) {
      this.#socket.emit('messages-consumed', { sid: this.sessionId, localIds: [localId] })
      // A session that is gone needs no points in its history.
      this.#metadata.change(this.#socket, (metadata) => withHistoryPoint(metadata, localId)).catch(() => {})
    }
    try {
      await play(this.#newTurn(), text)
    } catch (error) {
      if (!(error instanceof TurnAborted)) throw error
      if (!this.#ended) this.#send([event({ type: 'message', message: 'Stopped by the owner' })])
    }
    if (this.#ended) return
    this.#setThinking(false)
    this.#send([event({ type: 'ready' })])
  }

  #newTurn(): Turn {
    const { disk, directory, speed } = this.#options
    return new Turn({
      voice: this.#voice,
      disk,
      directory,
      send: (contents) => this.#send(contents),
      permit: (tool, input, callId) => this.#desk.permit(tool, input, callId),
      ask: (questions, callId) => this.#desk.ask('AskUserQuestion', { questions }, callId),
      propose: async () => this.#plans?.propose(),
      pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms / speed)),
      isAborted: () => this.#aborted,
    })
  }

  #registerRpc(): void {
    const { disk, directory } = this.#options
    this.#socket.handle(SESSION_RPC.permission, (params) => this.#desk.decide(params))
    this.#socket.handle(SESSION_RPC.abort, async () => {
      this.#aborted = true
      await this.#desk.cancelAll('Stopped by the owner')
    })
    this.#socket.handle(SESSION_RPC.switch, () =>
      this.#state.change(this.#socket, (state) => ({ ...state, controlledByUser: false })),
    )
    this.#socket.handle(SESSION_RPC.killSession, () => {
      setImmediate(() => void this.end('User terminated'))
      return { success: true, message: 'Stopping' }
    })
    this.#socket.handle(SESSION_RPC.setSessionConfig, (params) => ({
      applied: this.#configure(params as object),
    }))
    this.#socket.handle(SESSION_RPC.steerQueuedMessage, (params) =>
      this.#steer(params as { localId: string }),
    )
    registerFileRpc(this.#socket, disk, directory)
  }

  /** The running turn takes the prompt in; without one it is simply the next turn. */
  async #steer({ localId }: { localId: string }): Promise<object> {
    const prompt = this.#thinking ? this.#queue.steer(localId) : undefined
    if (!prompt) return { steered: false, error: 'There is no running turn to steer' }
    this.#socket.emit('messages-consumed', { sid: this.sessionId, localIds: [localId], steered: true })
    this.#send(this.#voice.say(`Understood, I will mind this: *${prompt.text}*`))
    return { steered: true }
  }

  #configure(wanted: object): object {
    this.#config = { ...this.#config, ...wanted }
    if (this.#config.permissionMode) this.#desk.mode = this.#config.permissionMode
    this.#alive()
    return wanted
  }

  #send(contents: unknown[]): void {
    for (const message of contents) this.#socket.emit('message', { sid: this.sessionId, message })
  }

  #setThinking(thinking: boolean): void {
    this.#thinking = thinking
    this.#alive()
  }

  #alive(): void {
    const { permissionMode, model, effort } = this.#config
    this.#socket.emit('session-alive', {
      sid: this.sessionId,
      time: Date.now(),
      thinking: this.#thinking,
      mode: 'remote',
      model,
      effort,
      ...(permissionMode !== undefined && { permissionMode }),
    })
  }
}

function newMetadata(
  { directory, host, machineId, name, agent, resumeSessionId, disk }: AgentOptions,
  flavor: Flavor,
) {
  return {
    path: directory,
    host,
    machineId,
    homeDir: disk.home,
    os: 'darwin',
    version: '0.30.7',
    flavor: agent,
    startedBy: 'runner',
    startedFromRunner: true,
    slashCommands: ['clear', 'compact', 'help'],
    capabilities: HISTORY_CAPABILITIES,
    ...(name !== undefined && { name }),
    ...(flavor.nativeIdKey !== null && { [flavor.nativeIdKey]: resumeSessionId ?? randomUUID() }),
  }
}
