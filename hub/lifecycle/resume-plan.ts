import type { SpawnRpcParams } from '../../contract/cli-plane.ts'
import { ERROR_TEXTS } from '../../contract/error-texts.ts'
import { type Flavor, flavorOf, isShared } from '../../contract/flavors.ts'
import type { Machine } from '../../contract/machine.ts'
import { noMachineOnline } from '../errors.ts'
import { allowsPermissionMode } from '../machines/spawn-rules.ts'
import type { SessionRecord } from '../store/sessions.ts'
import type { LifecycleParts } from './lifecycle-parts.ts'
import { isPty } from './metadata-keys.ts'
import { modelId, type ResumeTargets, resumeUnavailable } from './resume-target.ts'

/** How a session will be resumed: where, and with which words to the runner. */
export interface ResumePlan {
  readonly machine: Machine
  readonly flavor: Flavor
  readonly token: string | undefined
  readonly params: SpawnRpcParams
}

type PlanParts = Pick<LifecycleParts, 'tables' | 'sessions' | 'machines'>

/**
 * Decides everything about a resume that can be decided without asking anybody (CLI-plane reference 10.6,
 * steps 3 to 8).
 * @throws HubError 409 `resume_unavailable`, 503 `no_machine_online`
 */
export function planResume(
  parts: PlanParts & { targets: ResumeTargets },
  record: SessionRecord,
  requestedMode: string | undefined,
): ResumePlan {
  const { tables, targets } = parts
  const flavor = flavorOf(record.metadata)
  const directory = record.metadata?.path
  if (!directory) throw resumeUnavailable(ERROR_TEXTS.sessionPathMissing)
  const token = targets.token(record)
  if (token === undefined && tables.messages.countAll(record.pk) > 0) {
    throw resumeUnavailable('Session has nothing to resume from')
  }
  const machine = machineFor(parts, record, flavor.resume.sameMachineOnly && token !== undefined)
  if (token !== undefined && !canContinue(machine, flavor)) {
    throw resumeUnavailable(`The runner of this machine cannot resume ${flavor.label}; upgrade it`)
  }
  if (!parts.machines.canSpawn(machine)) throw noMachineOnline()
  const params: SpawnRpcParams = {
    ...spawnParams(parts, record, requestedMode),
    directory,
    ...(token !== undefined && { resumeSessionId: token }),
    existingSessionId: record.id,
    sessionId: record.id,
  }
  return { machine, flavor, token, params }
}

/** A spawn with the session's stored configuration; absent values are left to the agent. */
export function spawnParams(
  { sessions }: Pick<LifecycleParts, 'sessions'>,
  record: SessionRecord,
  requestedMode: string | undefined,
): SpawnRpcParams {
  const session = sessions.toSession(record)
  const { effort, modelReasoningEffort, serviceTier } = record
  const { collaborationMode, copilotAgentMode } = session
  const model = modelId(record.model)
  const permissionMode = permissionModeFor(record, session.permissionMode, requestedMode)
  return {
    type: 'spawn-in-directory',
    directory: record.metadata?.path ?? '',
    agent: flavorOf(record.metadata).cliId,
    ...(model !== null && { model }),
    ...(modelReasoningEffort !== null && { modelReasoningEffort }),
    ...(effort !== null && { effort }),
    ...(serviceTier !== null && { serviceTier }),
    ...(permissionMode !== undefined && { permissionMode }),
    ...(collaborationMode && { collaborationMode }),
    ...(copilotAgentMode && { copilotAgentMode }),
    ...(isPty(record) && { startingMode: 'pty' }),
    forkSession: false,
  }
}

/**
 * The mode to start in: the requested one, else the session's, else the preferred one; a preferred `yolo`
 * beats a requested `default`. One the flavor does not know is left out.
 */
export function permissionModeFor(
  { metadata }: Pick<SessionRecord, 'metadata'>,
  current: string | null | undefined,
  requested: string | undefined,
): string | undefined {
  const preferred = metadata?.preferredPermissionMode
  const isOverruled = preferred === 'yolo' && requested === 'default'
  const mode = isOverruled ? preferred : (requested ?? current ?? preferred ?? undefined)
  const isKnown = mode !== undefined && allowsPermissionMode(flavorOf(metadata), mode)
  // Others may share the session by now (ruling 26).
  return isKnown && !(mode === 'safe-yolo' && isShared(metadata)) ? mode : undefined
}

/** Its own machine, else one that bears the same host name. @throws HubError 503 `no_machine_online` */
function machineFor(
  { machines }: PlanParts,
  { namespace, metadata }: SessionRecord,
  ownOnly: boolean,
): Machine {
  const online = machines.list(namespace)
  const own = online.find((machine) => machine.id === metadata?.machineId)
  const host = metadata?.host
  const namesake = ownOnly || !host ? undefined : online.find((machine) => machine.metadata?.host === host)
  const machine = own ?? namesake
  if (!machine) throw noMachineOnline()
  return machine
}

function canContinue({ runnerState }: Machine, { resume }: Flavor): boolean {
  return resume.runnerCapability === null || runnerState?.capabilities?.[resume.runnerCapability] === true
}
