import type { TFunction } from 'i18next'
import { ErrorBody } from '../../../contract/errors.ts'
import { ClientError } from '../../client/client-error.ts'

/** Why an action failed and what to do, in one sentence for people. */
export function failureText(t: TFunction, error: unknown): string {
  if (!(error instanceof ClientError)) return t('failure.unknown')
  if (error.status === 0) return t('failure.unreachable')
  switch (error.code) {
    case 'session_inactive':
      return t('failure.sessionInactive')
    case 'session_not_found':
      return t('failure.sessionNotFound')
    case 'no_machine_online':
      return t('failure.noMachineOnline')
    case 'machine_offline':
    case 'machine_not_found':
    case 'rpc_target_missing':
      return t('failure.machineOffline')
    case 'resume_unavailable':
      return t('failure.resumeUnavailable')
    case 'resume_failed':
      return t('failure.resumeFailed')
    case 'runner_upgrade_required':
      return t('failure.runnerUpgrade')
    case 'metadata_conflict':
      return t('failure.conflict')
  }
  if (error.status === 401 || error.status === 403) return t('failure.notAllowed')
  if (error.status === 404) return t('failure.gone')
  if (error.status === 413) return t('failure.tooLarge')
  if (error.status === 422) return t('failure.resumeUnavailable')
  if (error.status === 429) return t('failure.tooMany')
  if (error.status === 502 || error.status === 503 || error.status === 504)
    return t('failure.agentUnreachable')
  // A hub in trouble, or something between us and it, may give no reason.
  if (!ErrorBody.safeParse(error.body).success) return t('failure.unknown')
  return t('failure.refused', { reason: error.message })
}
