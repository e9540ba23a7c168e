import { PlanErrorCode } from '../../../contract/configuration.ts'
import { ClientError } from '../../client/client-error.ts'

/**
 * Why a plan was not carried out; undefined for failures that say nothing of plans. Without an answer nobody
 * knows whether the agent has it (spec: Plan execution).
 */
export function planProblem(error: unknown): PlanErrorCode | undefined {
  if (!(error instanceof ClientError)) return undefined
  if (error.status === 0) return 'indeterminate'
  const code = PlanErrorCode.safeParse(error.code)
  return code.success ? code.data : undefined
}
