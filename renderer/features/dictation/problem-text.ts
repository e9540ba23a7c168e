import type { TFunction } from 'i18next'
import { ErrorBody } from '../../../contract/errors.ts'
import { ClientError } from '../../client/client-error.ts'
import { failureText, knownReason } from '../connection/failure-text.ts'
import type { DictationProblem } from './dictation.ts'

/** Why there is no text and what to do, in words for people. */
export function problemText(t: TFunction, problem: DictationProblem): string {
  if (typeof problem === 'string') {
    return problem === 'late' ? t('failure.speechLate') : t(`dictation.problem.${problem}`)
  }
  const { error } = problem
  if (!(error instanceof ClientError)) return failureText(t, error)
  const reason = ErrorBody.safeParse(error.body).data?.error
  const known = reason === undefined ? undefined : knownReason(t, reason)
  if (known !== undefined) return known
  if (error.status === 413) return t('dictation.problem.large')
  // Between here and the service there is no agent, as there is behind other routes: the hub itself was not reached.
  if (error.status >= 502 && error.status <= 504) return t('failure.unreachable')
  return failureText(t, error)
}
