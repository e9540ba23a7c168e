import { z } from 'zod'
import { ChatStoreStatusRpcResult, MACHINE_RPC, type SpawnRpcParams } from '../../contract/cli-plane.ts'
import { ERROR_TEXTS } from '../../contract/error-texts.ts'
import { findFlavor } from '../../contract/flavors.ts'
import {
  AGENT_AVAILABILITY_CAPABILITY,
  AgentAvailabilityResponse,
  ListDirectoryResponse,
  type Machine,
  PathsExistsResponse,
  type SpawnBody,
  type SpawnResponse,
} from '../../contract/machine.ts'
import { AgentFailed, AgentUnreachable, HubError, noMachineOnline } from '../errors.ts'
import type { AgentLink } from '../link/agent-link.ts'
import { allowsPermissionMode, spawnError, toSpawnResponse } from './spawn-rules.ts'

const StopRunnerRpcResult = z.object({ message: z.string() })

const UPGRADE_REQUIRED = 'The runner on this machine is too old; upgrade it'

type Answer<Schema extends z.ZodType> = Promise<z.output<Schema>>

type RunnerLink = Pick<AgentLink, 'call' | 'isRegistered' | 'machineSocketCount'>

/**
 * What the hub asks a machine's runner to do (CLI-plane reference 7.4). Unless said otherwise a runner
 * that is away rejects with AgentUnreachable, one that failed with AgentFailed.
 */
export class RunnerCalls {
  readonly #link: RunnerLink

  constructor(link: RunnerLink) {
    this.#link = link
  }

  /** Whether somebody is there to be asked; a machine counts as online for a while after its runner has gone. */
  canSpawn({ id }: Pick<Machine, 'id'>): boolean {
    return this.#link.isRegistered(id, MACHINE_RPC.spawn)
  }

  /** Starts an agent. A refusal by the runner is an answer, an absent runner throws AgentUnreachable. */
  async spawn(machine: Pick<Machine, 'id'>, params: SpawnRpcParams): Promise<SpawnResponse> {
    try {
      return toSpawnResponse(await this.#link.call(machine.id, MACHINE_RPC.spawn, params))
    } catch (error) {
      if (error instanceof AgentFailed) return spawnError(error.message)
      throw error
    }
  }

  /**
   * The spawn of a client (spec: Spawn rules).
   * @throws HubError 400 for a permission mode the agent does not know, 503 `no_machine_online`
   */
  async spawnFromClient(machine: Machine, body: SpawnBody): Promise<SpawnResponse> {
    const { agent = 'agentA', ...rest } = body
    const flavor = findFlavor(agent)
    if (!flavor) throw new HubError(400, ERROR_TEXTS.invalidBody)
    if (body.permissionMode !== undefined && !allowsPermissionMode(flavor, body.permissionMode)) {
      throw new HubError(400, ERROR_TEXTS.modeInvalid)
    }
    if (!machine.active) throw noMachineOnline()
    if (!checksAgents(machine)) return spawnError(UPGRADE_REQUIRED, 'runner_upgrade_required')
    if (!flavor.spawnable) {
      return { ...spawnError(`${flavor.label} cannot be started any more`, 'agent_unavailable'), agent }
    }
    try {
      const params = { type: 'spawn-in-directory' as const, ...rest, agent: flavor.cliId, forkSession: false }
      return await this.spawn(machine, params)
    } catch (error) {
      if (error instanceof AgentUnreachable) return spawnError(error.message)
      throw error
    }
  }

  listDirectory(
    machine: Pick<Machine, 'id'>,
    params: { path: string; includeHidden?: boolean | undefined },
  ): Answer<typeof ListDirectoryResponse> {
    return this.#ask(machine, MACHINE_RPC.listDirectory, params, ListDirectoryResponse)
  }

  /** Which of the paths are directories; blank ones are left out, and nobody is asked about none. */
  async pathsExist(machine: Pick<Machine, 'id'>, paths: string[]): Answer<typeof PathsExistsResponse> {
    const asked = [...new Set(paths.map((path) => path.trim()).filter((path) => path !== ''))]
    if (asked.length === 0) return { exists: {} }
    return this.#ask(machine, MACHINE_RPC.pathExists, { paths: asked }, PathsExistsResponse)
  }

  /** @throws HubError 409 `runner_upgrade_required` for a runner that does not offer the check. */
  async agentAvailability(machine: Machine): Answer<typeof AgentAvailabilityResponse> {
    if (!checksAgents(machine)) {
      throw new HubError(409, UPGRADE_REQUIRED, { code: 'runner_upgrade_required' })
    }
    return this.#ask(machine, MACHINE_RPC.agentAvailability, {}, AgentAvailabilityResponse)
  }

  /** Ends a session's process; the answer says whether it is gone. */
  async stopSession(machine: Pick<Machine, 'id'>, sessionId: string): Promise<unknown> {
    return this.#link.call(machine.id, MACHINE_RPC.stopSession, { sessionId })
  }

  /**
   * Ends the runner, so that its supervisor starts it again; resolves with what it says to that.
   * @throws HubError 503 `machine_offline`, also when it only still counts as online; 502
   *   `restart_unsupported` where nobody would start it again, 502 `restart_failed`
   */
  async restartRunner(machine: Machine): Promise<string> {
    if (!machine.active || this.#link.machineSocketCount(machine.id) === 0) {
      throw new HubError(503, 'The machine is offline', { code: 'machine_offline' })
    }
    if (machine.metadata?.supervisedRestart !== true) {
      throw new HubError(502, 'Nothing starts this runner again', { code: 'restart_unsupported' })
    }
    try {
      const answer = await this.#link.call(machine.id, MACHINE_RPC.stopRunner, {})
      return StopRunnerRpcResult.parse(answer).message
    } catch {
      // Whatever went wrong, the client can only be told that it did, and to look again.
      throw new HubError(502, 'The runner could not be restarted', { code: 'restart_failed' })
    }
  }

  /** Whether the agent's own store on that machine still holds the conversation; true when it cannot say. */
  async holdsChatStore(
    machine: Pick<Machine, 'id'>,
    params: { workspacePath: string; cursorSessionId: string; homeDir?: string | undefined },
  ): Promise<boolean> {
    try {
      const answer = await this.#link.call(machine.id, MACHINE_RPC.cursorChatStoreStatus, params)
      return ChatStoreStatusRpcResult.safeParse(answer).data?.onDisk ?? true
    } catch (error) {
      if (error instanceof AgentUnreachable || error instanceof AgentFailed) return true
      throw error
    }
  }

  async #ask<Schema extends z.ZodType>(
    { id }: Pick<Machine, 'id'>,
    method: string,
    params: unknown,
    schema: Schema,
  ): Answer<Schema> {
    const answer = schema.safeParse(await this.#link.call(id, method, params))
    if (!answer.success) throw new AgentFailed(ERROR_TEXTS.runnerUnreadable)
    return answer.data
  }
}

function checksAgents({ metadata }: Machine): boolean {
  return metadata?.capabilities?.includes(AGENT_AVAILABILITY_CAPABILITY) === true
}
