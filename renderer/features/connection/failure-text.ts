import type { TFunction } from 'i18next'
import { readErrorText } from '../../../contract/error-texts.ts'
import { ERROR_CODES, ErrorBody } from '../../../contract/errors.ts'
import { ClientError } from '../../client/client-error.ts'
import { type FailureSentence, SENTENCE_OF_CODE, SENTENCE_OF_TEXT } from './failure-sentences.ts'

/** Where a status says enough. */
const SENTENCE_OF_STATUS: Readonly<Record<number, FailureSentence>> = {
  401: 'notAllowed',
  403: 'notAllowed',
  404: 'gone',
  413: 'tooLarge',
  422: 'resumeUnavailable',
  429: 'tooMany',
  502: 'agentUnreachable',
  503: 'agentUnreachable',
  504: 'agentUnreachable',
}

/** Why an action failed and what to do, in one sentence for people. */
export function failureText(t: TFunction, error: unknown): string {
  if (!(error instanceof ClientError)) return t('failure.unknown')
  const { status, code: given, message } = error
  if (status === 0) return t('failure.unreachable')
  const code = ERROR_CODES.find((known) => known === given)
  if (code) return t(`failure.${SENTENCE_OF_CODE[code]}`)
  // A hub in trouble, or something between us and it, may give no reason.
  const hasReason = ErrorBody.safeParse(error.body).success && message !== ''
  const sentence = SENTENCE_OF_STATUS[status]
  const known = hasReason ? knownReason(t, message) : undefined
  if (known !== undefined) return known
  if (sentence) return t(`failure.${sentence}`)
  if (!hasReason) return t('failure.unknown')
  // What failed behind the hub is told in a successful answer (spec: RPC-wrapped endpoints).
  return t(status === 200 ? 'failure.agentSaid' : 'failure.refused', { reason: message })
}

/** What the hub or an agent gave as a reason: a sentence where it is one of the hub's, else as it came. */
export function reasonText(t: TFunction, reason: string): string {
  return knownReason(t, reason) ?? reason
}

/** The sentence for a reason in the hub's words; undefined for anybody else's. */
export function knownReason(t: TFunction, text: string): string | undefined {
  const known = readErrorText(text)
  if (!known) return undefined
  const { name, value } = known
  return t(`failure.${SENTENCE_OF_TEXT[name]}`, { value, reason: reasonText(t, value) })
}
