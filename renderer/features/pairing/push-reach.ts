import type { OwnerDevice } from '../../../contract/owner.ts'

type PushedDevice = Pick<OwnerDevice, 'platform'> & {
  lastDelivery: Pick<NonNullable<OwnerDevice['lastDelivery']>, 'result' | 'code'> | null
}

/** What the hub says of its ways to notify phones, as far as it matters here. */
export interface PushDiagnostic {
  channel: string
  isProblem: boolean
}

/** Nothing reaches such a phone until somebody sets up more. */
const SILENT_CODES: ReadonlySet<string | null | undefined> = new Set([
  'channel-off',
  'no-key',
  'wear-needs-direct',
])

/** Whether notifications cannot get to the phone as the hub is set up now. */
export const isSilent = (
  { platform, lastDelivery }: PushedDevice,
  diagnostics: readonly PushDiagnostic[],
): boolean =>
  SILENT_CODES.has(lastDelivery?.code) ||
  diagnostics.some(({ channel }) => channel === (platform === 'ios' ? 'ios' : 'android'))

/**
 * Whether notifications get to the phone. Unknown where the last one was refused, for watches and phones without
 * a key that none got to yet, as only some ways lead there, and while the hub has not said how its ways are.
 */
export function pushReach(
  device: PushedDevice & Pick<OwnerDevice, 'hasPushKey'>,
  diagnostics: readonly PushDiagnostic[] | undefined,
): 'reached' | 'silent' | 'unknown' {
  if (!diagnostics) return 'unknown'
  if (isSilent(device, diagnostics)) return 'silent'
  const { hasPushKey, platform, lastDelivery } = device
  if (lastDelivery?.result === 'accepted') return 'reached'
  return hasPushKey && platform !== 'wear' && lastDelivery?.result !== 'rejected' ? 'reached' : 'unknown'
}
