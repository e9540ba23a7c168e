import type { TFunction } from 'i18next'
import { findFlavor } from '../../../contract/flavors.ts'
import type { SpawnResponse } from '../../../contract/machine.ts'
import { knownReason } from '../connection/failure-text.ts'

/** Why a session could not be started and what to do, for people (spec: Spawn rules). */
export function spawnProblem(
  { code, agent, message }: Extract<SpawnResponse, { type: 'error' }>,
  t: TFunction,
): string {
  switch (code) {
    case 'agent_unavailable':
      return t('start.problem.agentUnavailable', { agent: findFlavor(agent)?.label ?? t('start.thisAgent') })
    case 'outside_workspace_roots':
      return t('start.problem.outsideRoots')
    case 'runner_upgrade_required':
      return t('failure.runnerUpgrade')
    default:
      return knownReason(t, message) ?? t('start.problem.other', { reason: message })
  }
}
