import type { TFunction } from 'i18next'
import { PROTOCOL_VERSION } from '../../../contract/auth.ts'
import type { HubConfiguration } from '../../../contract/hub-configuration.ts'
import type { OwnerDevice, PairingAddress, Reachability } from '../../../contract/owner.ts'
import type { BackupsResponse } from '../../../contract/storage.ts'
import { formatBytes } from '../../i18n/format-bytes.ts'
import type { Connection, MachinesSnapshot } from '../../state/hub-store-types.ts'
import { isSilent, type PushDiagnostic } from '../pairing/push-reach.ts'

export type CheckState = 'ok' | 'warn' | 'bad' | 'busy'

/** What can be done about a finding; `undefined` on a finding: nothing needs to be. */
export type Remedy =
  | 'reload'
  | 'connect'
  | 'storage'
  | 'pair'
  | 'reach'
  | 'machines'
  | 'devices'
  | 'configuration'
  | 'again'

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

export interface DatabaseFacts extends Pick<BackupsResponse, 'staged' | 'lastRestore'> {
  totalBytes: number
}

/** Of a database that was just read from. */
export function checkStorage(asked: Asked<DatabaseFacts>, t: TFunction, locale: string): Finding {
  if (!asked) return busy(t)
  if ('failure' in asked) {
    return { state: 'bad', text: t('health.databaseBad', { reason: asked.failure }), remedy: 'again' }
  }
  if (asked.data.staged) return { state: 'warn', text: t('health.databaseStaged'), remedy: 'storage' }
  if (asked.data.lastRestore === 'refused') {
    return { state: 'warn', text: t('health.databaseRefused'), remedy: 'storage' }
  }
  const size = formatBytes(asked.data.totalBytes, locale)
  return asked.data.totalBytes > BIG_DATABASE_BYTES
    ? { state: 'warn', text: t('health.databaseBig', { size }), remedy: 'storage' }
    : { state: 'ok', text: t('health.databaseOk', { size }) }
}

/** `found`: what came of looking at these addresses, which is not asked for when there are none. */
export function checkReach(
  asked: Asked<{ addresses: readonly PairingAddress[] }>,
  found: Asked<readonly Reachability[]>,
  t: TFunction,
): Finding {
  const bad = (reason: string): Finding => ({
    state: 'bad',
    text: t('health.networkBad', { reason }),
    remedy: 'again',
  })
  if (!asked) return busy(t)
  if ('failure' in asked) return bad(asked.failure)
  const { addresses } = asked.data
  if (addresses.length === 0) return { state: 'warn', text: t('health.networkNone'), remedy: 'pair' }
  if (!found) return busy(t)
  if ('failure' in found) return bad(found.failure)
  const answers = ({ url }: PairingAddress) =>
    found.data.some((each) => each.url === url && each.result === 'reachable')
  const everywhere = addresses.find(({ kind }) => kind === 'public')
  const here = addresses.find((address) => address.kind === 'network' && answers(address))
  if (everywhere && answers(everywhere)) {
    return { state: 'ok', text: t('health.networkPublic', { address: everywhere.url }) }
  }
  if (everywhere && here) {
    return { state: 'warn', text: t('health.networkHalf', { address: everywhere.url }), remedy: 'reach' }
  }
  if (here) return { state: 'ok', text: t('health.networkLocal', { address: here.url }) }
  const address = (everywhere ?? addresses[0])?.url
  return { state: 'warn', text: t('health.networkSilent', { address }), remedy: 'reach' }
}

/** Whether the hub would start again as it is, and holds what it was told. */
export function checkConfiguration(
  asked: Asked<Pick<HubConfiguration, 'problem' | 'restartRequired'>>,
  t: TFunction,
): Finding {
  if (!asked) return busy(t)
  if ('failure' in asked) {
    return { state: 'bad', text: t('health.settingsBad', { reason: asked.failure }), remedy: 'again' }
  }
  const { problem, restartRequired } = asked.data
  if (problem !== null) return { state: 'bad', text: t('health.settingsProblem'), remedy: 'configuration' }
  return restartRequired
    ? { state: 'warn', text: t('health.settingsRestart'), remedy: 'configuration' }
    : { state: 'ok', text: t('health.settingsOk') }
}

export function checkMachines({ status, machines }: MachinesSnapshot, t: TFunction): Finding {
  if (status === 'loading') return busy(t)
  if (status === 'error') return { state: 'bad', text: t('health.runnersBad'), remedy: 'again' }
  const count = machines.filter(({ active }) => active).length
  return count === 0
    ? { state: 'warn', text: t('health.runnersNone'), remedy: 'machines' }
    : { state: 'ok', text: t('health.runnersOk', { count }) }
}

type PushedDevice = Pick<OwnerDevice, 'platform' | 'lastDelivery'>

export interface PushFacts {
  devices: readonly PushedDevice[]
  diagnostics: readonly PushDiagnostic[]
}

const CHANNELS = ['android', 'ios', 'browser'] as const

export function checkPush(asked: Asked<PushFacts>, t: TFunction): Finding {
  if (!asked) return busy(t)
  if ('failure' in asked) {
    return { state: 'bad', text: t('health.pushBad', { reason: asked.failure }), remedy: 'again' }
  }
  const { devices, diagnostics } = asked.data
  const problem = diagnostics.find(({ isProblem }) => isProblem)
  if (problem) {
    const known = CHANNELS.find((name) => name === problem.channel)
    const device = known === undefined ? problem.channel : t(`devices.diagnostic.${known}`)
    return { state: 'bad', text: t('devices.diagnostic.problem', { device }), remedy: 'devices' }
  }
  if (devices.length === 0) return { state: 'warn', text: t('health.pushNone'), remedy: 'pair' }
  if (devices.some((device) => isSilent(device, diagnostics)))
    return { state: 'warn', text: t('health.pushSilent'), remedy: 'devices' }
  if (devices.some(({ lastDelivery }) => lastDelivery?.result === 'rejected')) {
    return { state: 'warn', text: t('health.pushRefused'), remedy: 'devices' }
  }
  return { state: 'ok', text: t('health.pushOk', { count: devices.length }) }
}
