import type { TFunction } from 'i18next'
import type { PairingAddress, Reachability } from '../../../contract/owner.ts'

/** What came of asking for the hub at one address, for people. */
export interface ReachWords {
  isGood: boolean
  sentence: string
  /** What to do or to try next; undefined where nothing is left to do. */
  step: string | undefined
}

/** Puts a finding of `checkPairing` into words. */
export function reachWords(
  t: TFunction,
  kind: PairingAddress['kind'],
  { result, code }: Pick<Reachability, 'result' | 'code'>,
): ReachWords {
  const isGood = result === 'reachable'
  const sentence = t(`reach.result.${result}`, { code: code ?? '' })
  if (kind === 'network') return { isGood, sentence, step: t(`reach.step.network.${result}`) }
  return { isGood, sentence, step: isGood ? undefined : t(`reach.step.public.${result}`) }
}
