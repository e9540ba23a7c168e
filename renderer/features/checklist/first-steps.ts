import { OWNER_NAMESPACE } from '../../../contract/auth.ts'
import type { OwnerBrowser } from '../../../contract/owner.ts'
import { isHandheld } from '../devices/browser-words.ts'
import { type PushDiagnostic, pushReach } from '../pairing/push-reach.ts'

/** The first steps, in the order people take them. */
export const STEPS = ['computer', 'phone', 'notifications', 'session'] as const
export type Step = (typeof STEPS)[number]

export interface StepFacts {
  hasComputer: boolean
  /** Undefined: not to be known by this person. */
  phones: readonly Parameters<typeof pushReach>[0][] | undefined
  /** The owner signed in with the browser of a phone. */
  hasPhoneBrowser: boolean
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
  hasPhoneBrowser,
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
    { step: 'phone', isDone: phones.length > 0 || hasPhoneBrowser },
    { step: 'notifications', isDone: isBrowserNotified || isNotified },
    ...later,
  ]
}

const PHONE_KEY = 'svc-hub:phone-browser-seen'

/**
 * Whether the owner has the hub in the browser of a phone. Remembered once seen: the hub forgets its browsers when it
 * stops, and a step that was taken stays taken.
 */
export function hasPhoneBrowser(
  browsers: readonly Pick<OwnerBrowser, 'namespace' | 'device'>[],
  storage: Pick<Storage, 'getItem' | 'setItem'>,
): boolean {
  if (storage.getItem(PHONE_KEY) !== null) return true
  const isSeen = browsers.some((browser) => browser.namespace === OWNER_NAMESPACE && isHandheld(browser))
  if (isSeen) storage.setItem(PHONE_KEY, 'yes')
  return isSeen
}

const KEY = 'svc-hub:first-steps-hidden'

export const areStepsHidden = (storage: Pick<Storage, 'getItem'>) => storage.getItem(KEY) !== null

export const hideSteps = (storage: Pick<Storage, 'setItem'>) => storage.setItem(KEY, 'yes')
