/** The first steps, in the order people take them. */
export const STEPS = ['computer', 'phone', 'notifications', 'session'] as const
export type Step = (typeof STEPS)[number]

export interface StepFacts {
  hasComputer: boolean
  /** Undefined: not to be known by this person. */
  phones:
    | readonly { hasPushKey: boolean; platform: string; lastDelivery: { result: string } | null }[]
    | undefined
  hasSession: boolean
}

/** The steps this person can take, each with whether it is done. */
export function firstSteps({
  hasComputer,
  phones,
  hasSession,
}: StepFacts): { step: Step; isDone: boolean }[] {
  const steps = [{ step: 'computer' as const, isDone: hasComputer || hasSession }]
  const later = [{ step: 'session' as const, isDone: hasSession }]
  if (!phones) return [...steps, ...later]
  // A phone registers to be notified; one that can read nothing, or was last refused, is not there yet.
  const isNotified = phones.some(
    ({ hasPushKey, platform, lastDelivery }) =>
      (hasPushKey || platform === 'wear') && lastDelivery?.result !== 'rejected',
  )
  return [
    ...steps,
    { step: 'phone', isDone: phones.length > 0 },
    { step: 'notifications', isDone: isNotified },
    ...later,
  ]
}

const KEY = 'svc-hub:first-steps-hidden'

export const areStepsHidden = (storage: Pick<Storage, 'getItem'>) => storage.getItem(KEY) !== null

export const hideSteps = (storage: Pick<Storage, 'setItem'>) => storage.setItem(KEY, 'yes')
