import { type PushDiagnostic, pushReach } from '../pairing/push-reach.ts'

/** The first steps, in the order people take them. */
export const STEPS = ['computer', 'phone', 'notifications', 'session'] as const
export type Step = (typeof STEPS)[number]

export interface StepFacts {
  hasComputer: boolean
  /** Undefined: not to be known by this person. */
  phones: readonly Parameters<typeof pushReach>[0][] | undefined
  /** What the hub says of its ways to phones; undefined: not known. */
  diagnostics: readonly PushDiagnostic[] | undefined
  /** Whether the hub notifies this browser. */
  isBrowserNotified: boolean
  hasSession: boolean
}

/** The steps this person can take, each with whether it is done. */
export function firstSteps({
  hasComputer,
  phones,
  diagnostics,
  isBrowserNotified,
  hasSession,
}: StepFacts): { step: Step; isDone: boolean }[] {
  const steps = [{ step: 'computer' as const, isDone: hasComputer || hasSession }]
  const later = [{ step: 'session' as const, isDone: hasSession }]
  if (!phones) return [...steps, ...later]
  // To be registered is not enough: nothing may get to this kind of phone.
  const isNotified = phones.some((phone) => pushReach(phone, diagnostics) === 'reached')
  return [
    ...steps,
    { step: 'phone', isDone: phones.length > 0 },
    { step: 'notifications', isDone: isBrowserNotified || isNotified },
    ...later,
  ]
}

const KEY = 'svc-hub:first-steps-hidden'

export const areStepsHidden = (storage: Pick<Storage, 'getItem'>) => storage.getItem(KEY) !== null

export const hideSteps = (storage: Pick<Storage, 'setItem'>) => storage.setItem(KEY, 'yes')
