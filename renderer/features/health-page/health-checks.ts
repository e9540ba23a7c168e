import type { TFunction } from 'i18next'
import { PROTOCOL_VERSION } from '../../../contract/auth.ts'
import type { OwnerDevice, PairingAddress } from '../../../contract/owner.ts'
import { formatBytes } from '../../i18n/format-bytes.ts'
import type { Connection, MachinesSnapshot } from '../../state/hub-store-types.ts'

export type CheckState = 'ok' | 'warn' | 'bad' | 'busy'

/** What can be done about a finding; `undefined` on a finding: nothing needs to be. */
export type Remedy = 'reload' | 'connect' | 'storage' | 'pair' | 'machines' | 'devices' | 'again'

export interface Finding {
  state: CheckState
  /** One plain sentence. */
  text: string
  remedy?: Remedy
}

/** An answer of the hub on its way, there, or why it is not. */
export type Asked<Data> = { data: Data } | { failure: string } | undefined

/** A database this large deserves a thought. */
export const BIG_DATABASE_BYTES = 5 * 1024 ** 3

const busy = (t: TFunction): Finding => ({ state: 'busy', text: t('health.state.busy') })

export function checkHub(asked: Asked<{ protocolVersion: number; tookMs: number }>, t: TFunction): Finding {
  if (!asked) return busy(t)
  if ('failure' in asked) return { state: 'bad', text: t('health.hubBad'), remedy: 'again' }
  const { protocolVersion, tookMs } = asked.data
  if (protocolVersion !== PROTOCOL_VERSION) {
    return { state: 'bad', text: t('health.hubVersion'), remedy: 'reload' }
  }
  return { state: 'ok', text: t('health.hubOk', { ms: Math.round(tookMs) }) }
}

export function checkLive({ state }: Pick<Connection, 'state'>, t: TFunction): Finding {
  if (state === 'live') return { state: 'ok', text: t('health.liveOk') }
  if (state === 'connecting') return busy(t)
  return { state: 'bad', text: t('health.liveBad'), remedy: 'connect' }
}

export function checkStorage(asked: Asked<{ totalBytes: number }>, t: TFunction, locale: string): Finding {
  if (!asked) return busy(t)
  if ('failure' in asked) {
    return { state: 'bad', text: t('health.databaseBad', { reason: asked.failure }), remedy: 'again' }
  }
  const size = formatBytes(asked.data.totalBytes, locale)
  return asked.data.totalBytes > BIG_DATABASE_BYTES
    ? { state: 'warn', text: t('health.databaseBig', { size }), remedy: 'storage' }
    : { state: 'ok', text: t('health.databaseOk', { size }) }
}

export function checkReach(asked: Asked<{ addresses: readonly PairingAddress[] }>, t: TFunction): Finding {
  if (!asked) return busy(t)
  if ('failure' in asked) {
    return { state: 'bad', text: t('health.networkBad', { reason: asked.failure }), remedy: 'again' }
  }
  const { addresses } = asked.data
  const best = addresses.find(({ kind }) => kind === 'public') ?? addresses[0]
  if (!best) return { state: 'warn', text: t('health.networkNone'), remedy: 'pair' }
  const text = best.kind === 'public' ? 'health.networkPublic' : 'health.networkLocal'
  return { state: 'ok', text: t(text, { address: best.url }) }
}

export function checkMachines({ status, machines }: MachinesSnapshot, t: TFunction): Finding {
  if (status === 'loading') return busy(t)
  if (status === 'error') return { state: 'bad', text: t('health.runnersBad'), remedy: 'again' }
  const count = machines.filter(({ active }) => active).length
  return count === 0
    ? { state: 'warn', text: t('health.runnersNone'), remedy: 'machines' }
    : { state: 'ok', text: t('health.runnersOk', { count }) }
}

export interface PushFacts {
  devices: readonly Pick<OwnerDevice, 'lastDelivery'>[]
  diagnostics: readonly { isProblem: boolean; message: string }[]
}

export function checkPush(asked: Asked<PushFacts>, t: TFunction): Finding {
  if (!asked) return busy(t)
  if ('failure' in asked) {
    return { state: 'bad', text: t('health.pushBad', { reason: asked.failure }), remedy: 'again' }
  }
  const { devices, diagnostics } = asked.data
  const problem = diagnostics.find(({ isProblem }) => isProblem)
  if (problem) {
    return { state: 'bad', text: t('health.pushProblem', { message: problem.message }), remedy: 'devices' }
  }
  if (devices.length === 0) return { state: 'warn', text: t('health.pushNone'), remedy: 'pair' }
  if (devices.some(({ lastDelivery }) => lastDelivery?.result === 'rejected')) {
    return { state: 'warn', text: t('health.pushRefused'), remedy: 'devices' }
  }
  return { state: 'ok', text: t('health.pushOk', { count: devices.length }) }
}
