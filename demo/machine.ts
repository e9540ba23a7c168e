import { hostname } from 'node:os'
import { MACHINE_RPC, type SpawnRpcParams } from '../contract/cli-plane.ts'
import { FLAVORS, findFlavor } from '../contract/flavors.ts'
import { DemoAgent } from './agent.ts'
import type { CliClient, CliSocket } from './cli-client.ts'
import { registerMachineCatalogs } from './config-rpc.ts'
import { VirtualDisk } from './virtual-disk.ts'

const ALIVE_MS = 20_000
const INSTALLED = new Set(['claude', 'codex', 'grok', 'opencode', 'pi'])

export interface MachineOptions {
  client: CliClient
  id: string
  /** The computer's name as people see it. */
  host: string
  speed: number
}

/** A simulated computer with a runner that starts simulated agents in a home folder held in memory. */
export class DemoMachine {
  readonly disk = new VirtualDisk(Date.now())
  readonly #options: MachineOptions
  readonly #socket: CliSocket
  readonly #agents = new Map<string, DemoAgent>()
  #alive: NodeJS.Timeout | undefined

  private constructor(options: MachineOptions, socket: CliSocket) {
    this.#options = options
    this.#socket = socket
  }

  static async start(options: MachineOptions): Promise<DemoMachine> {
    const { client, id, host } = options
    const metadata = {
      host,
      platform: 'darwin',
      happyCliVersion: '0.30.7',
      displayName: host,
      homeDir: '/home/alex',
      capabilities: ['agent-availability', 'cursor-chat-store-status', 'stop-runner'],
      supervisedRestart: false,
      simulatedOn: hostname(),
    }
    const { runnerStateVersion } = await client.upsertMachine({ id, metadata, runnerState: null })
    const machine = new DemoMachine(options, await client.connectMachine(id))
    await machine.#begin(runnerStateVersion)
    return machine
  }

  get agents(): readonly DemoAgent[] {
    return [...this.#agents.values()]
  }

  async startAgent(wanted: {
    agent: string
    directory: string
    name?: string
    model?: string | undefined
    permissionMode?: string | undefined
    existingSessionId?: string | undefined
    resumeSessionId?: string | undefined
    forkSession?: boolean | undefined
  }): Promise<DemoAgent> {
    const { client, id, host, speed } = this.#options
    const agent = await DemoAgent.start({
      ...wanted,
      client,
      host,
      speed,
      machineId: id,
      disk: this.disk,
      onEnd: (ended) => this.#agents.delete(ended.sessionId),
    })
    this.#agents.set(agent.sessionId, agent)
    return agent
  }

  /** Ends every agent politely, then the runner. */
  async stop(): Promise<void> {
    clearInterval(this.#alive)
    await Promise.all(this.agents.map((agent) => agent.end('Demo stopped')))
    this.#socket.close()
  }

  async #begin(runnerStateVersion: number): Promise<void> {
    const { id } = this.#options
    this.#registerRpc()
    this.#sendAlive()
    this.#alive = setInterval(() => this.#sendAlive(), ALIVE_MS)
    const runnerState = { status: 'running', pid: process.pid, startedAt: Date.now() }
    await this.#socket.request('machine-update-state', {
      machineId: id,
      expectedVersion: runnerStateVersion,
      runnerState,
    })
  }

  #registerRpc(): void {
    registerMachineCatalogs(this.#socket)
    this.#socket.handle(MACHINE_RPC.spawn, (params) => this.#spawn(params as SpawnRpcParams))
    this.#socket.handle(MACHINE_RPC.stopSession, (params) =>
      this.#stopSession(params as { sessionId: string }),
    )
    this.#socket.handle(MACHINE_RPC.agentAvailability, () => ({
      agents: FLAVORS.filter(({ spawnable }) => spawnable).map(({ cliId }) =>
        INSTALLED.has(cliId)
          ? { agent: cliId, available: true }
          : { agent: cliId, available: false, reason: 'not_found' },
      ),
    }))
    this.#socket.handle(MACHINE_RPC.listDirectory, (params) => {
      const { path, includeHidden = false } = params as { path: string; includeHidden?: boolean }
      const entries = this.disk.list(path, includeHidden)
      return entries ? { success: true, entries } : { success: false, error: 'There is no such folder' }
    })
    this.#socket.handle(MACHINE_RPC.pathExists, (params) => ({
      exists: Object.fromEntries(
        (params as { paths: string[] }).paths.map((path) => [path, this.disk.isDirectory(path)]),
      ),
    }))
  }

  async #spawn(params: SpawnRpcParams): Promise<object> {
    const flavor = findFlavor(params.agent)
    if (!flavor || !INSTALLED.has(flavor.cliId)) {
      const errorMessage = `${flavor?.label ?? params.agent} is not installed on this computer`
      return { type: 'error', code: 'agent_unavailable', errorMessage, agent: params.agent }
    }
    const agent = await this.startAgent({
      agent: flavor.cliId,
      directory: params.directory,
      model: params.model,
      permissionMode: params.yolo ? 'bypassPermissions' : params.permissionMode,
      resumeSessionId: params.resumeSessionId,
      existingSessionId:
        flavor.keepsSessionIdOnResume || params.forkSession ? params.existingSessionId : undefined,
      forkSession: params.forkSession,
    })
    return { type: 'success', sessionId: agent.sessionId }
  }

  async #stopSession({ sessionId }: { sessionId: string }): Promise<object> {
    const agent = this.#agents.get(sessionId)
    await agent?.end('Stopped by the runner')
    return { status: agent ? 'stopped' : 'already_gone' }
  }

  #sendAlive(): void {
    const health = {
      collectedAt: Date.now(),
      cpuCount: 8,
      cpuPercent: 23,
      memoryPercent: 61,
      uptimeSeconds: 86_400,
    }
    this.#socket.emit('machine-alive', { machineId: this.#options.id, time: Date.now(), health })
  }
}
