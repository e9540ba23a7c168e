import { type ApnsCredentials, readApnsKey } from '../../providers/apns-client.ts'
import { readServiceAccount } from '../../providers/fcm-credentials.ts'
import type { Clock } from '../clock.ts'
import type { Environment } from '../config/config.ts'
import { BadOrigin, providerOrigin } from '../config/provider-origin.ts'
import { SETTINGS, type SettingKey, type Settings } from '../config/settings.ts'
import { androidDirectTransport } from './android.ts'
import { iosDirectTransport } from './apns.ts'
import { relayTransport } from './relay.ts'
import type { Transport } from './transport.ts'

/**
 * Where relay modes send when no `iosPushRelayUrl` is given. The spec names an official relay without an
 * address, so there is none: relay modes are off until one is given.
 */
export const OFFICIAL_RELAY_URL: string | undefined = undefined

/** A sentence for the owner about a channel that is not what its settings ask for. */
export interface PushDiagnostic {
  channel: 'android' | 'ios' | 'browser' | 'bot' | 'gateway'
  /** False where nobody asked for anything, and so nothing is wrong. */
  isProblem: boolean
  /** Names the setting, its variable and the settings file. */
  message: string
}

/** Which way each family of devices is reached; undefined where the channel is off. */
export interface NativeTransports {
  android: Transport | undefined
  ios: Transport | undefined
  diagnostics: PushDiagnostic[]
}

export interface ModeOptions {
  settings: Settings
  settingsPath: string
  /** `SVC_FCM_ORIGIN` and `SVC_IOSPUSH_ORIGIN` take the place of the providers' hosts. */
  env: Environment
  clock: Clock
}

/**
 * Chooses the native transports (spec: Transport modes; reference: not-shown B2). A mode or credential that
 * is wrong switches its channel off; private tokens never go to a project their owner did not choose.
 */
export function chooseTransports(options: ModeOptions): NativeTransports {
  const diagnostics: PushDiagnostic[] = []
  const choose = (
    channel: 'android' | 'ios',
    pick: (options: ModeOptions) => Choice,
  ): Transport | undefined => {
    const { transport, problem, hint, warning } = pick(options)
    const say = (message: string, isProblem: boolean) => diagnostics.push({ channel, isProblem, message })
    const title = channel === 'android' ? 'Android' : 'iOS'
    if (problem !== undefined) say(`${title} push is off: ${problem}.`, true)
    if (hint !== undefined) say(`${title} push is off: ${hint}.`, false)
    if (warning !== undefined) say(`${title} push: ${warning}.`, true)
    return transport
  }
  return { android: choose('android', chooseAndroid), ios: choose('ios', chooseIos), diagnostics }
}

interface Choice {
  transport?: Transport | undefined
  /** Why the channel is off although it should not be. */
  problem?: string
  /** What is missing for a channel that nobody asked for. */
  hint?: string
  /** The channel works, though not as the settings say. */
  warning?: string
}

function chooseAndroid(options: ModeOptions): Choice {
  const { settings } = options
  const { androidPushMode: mode, androidPushServiceAccountPath: path } = settings
  switch (mode) {
    case 'off':
      return {}
    case 'relay': {
      // Not the default: somebody asked for it.
      const { hint, ...choice } = chooseRelay('android', options)
      return hint === undefined ? choice : { problem: hint }
    }
    case 'auto':
      return path === undefined ? chooseRelay('android', options) : chooseAndroidDirect(options, path)
    case 'direct':
      if (path !== undefined) return chooseAndroidDirect(options, path)
      return { problem: `${nameOf('androidPushServiceAccountPath', options)} is needed for the mode direct` }
    default: {
      const expected = 'must be auto, relay, direct or off'
      return { problem: `${nameOf('androidPushMode', options)} ${expected}, not ${quoted(mode)}` }
    }
  }
}

function chooseAndroidDirect(options: ModeOptions, path: string): Choice {
  const { expected } = SETTINGS.androidPushServiceAccountPath
  if (path === '')
    return { problem: `${nameOf('androidPushServiceAccountPath', options)} must be ${expected}` }
  return fromFile('androidPushServiceAccountPath', path, options, () =>
    androidDirectTransport(readServiceAccount(path), hostOf('SVC_FCM_ORIGIN', options)),
  )
}

const IOS_CREDENTIALS = ['iosPushKeyP8Path', 'iosPushKeyId', 'iosPushTeamId', 'iosPushBundleId'] as const

function chooseIos(options: ModeOptions): Choice {
  const { iosPushMode: mode } = options.settings
  if (mode === 'off') return {}
  if (mode === 'direct') return chooseIosDirect(options)
  const choice = chooseRelay('ios', options)
  if (mode === 'relay') return choice
  const fault = `${nameOf('iosPushMode', options)} must be relay, direct or off, not ${quoted(mode)}`
  // Whoever holds credentials has an app of their own, whose tokens are no business of a relay.
  if (IOS_CREDENTIALS.some((key) => options.settings[key] !== undefined)) return { problem: fault }
  return { ...choice, warning: `${fault}; relay is used` }
}

function chooseIosDirect(options: ModeOptions): Choice {
  const { settings } = options
  const { iosPushKeyP8Path, iosPushKeyId, iosPushTeamId, iosPushBundleId } = settings
  if (!iosPushKeyP8Path || !iosPushKeyId || !iosPushTeamId || !iosPushBundleId) {
    const missing = IOS_CREDENTIALS.filter((key) => !settings[key]).map((key) => nameOf(key, options))
    return { problem: `for the mode direct there must be ${missing.join(' and ')}` }
  }
  const { iosPushEnv: env = 'production' } = settings
  const isEnvKnown = env === 'production' || env === 'sandbox'
  const choice = fromFile('iosPushKeyP8Path', iosPushKeyP8Path, options, () => {
    const credentials: ApnsCredentials = {
      key: readApnsKey(iosPushKeyP8Path),
      keyId: iosPushKeyId,
      teamId: iosPushTeamId,
      bundleId: iosPushBundleId,
      environment: env === 'sandbox' ? 'sandbox' : 'production',
    }
    return iosDirectTransport(credentials, hostOf('SVC_IOSPUSH_ORIGIN', options))
  })
  if (isEnvKnown || choice.problem !== undefined) return choice
  const fault = `${nameOf('iosPushEnv', options)} must be production or sandbox, not ${quoted(env)}`
  return { ...choice, warning: `${fault}; production is used` }
}

function chooseRelay(platform: 'android' | 'ios', options: ModeOptions): Choice {
  const url = options.settings.iosPushRelayUrl ?? OFFICIAL_RELAY_URL
  if (url !== undefined) return { transport: relayTransport(platform, url) }
  return { hint: `no push relay is known; give its address in ${nameOf('iosPushRelayUrl', options)}` }
}

function fromFile(key: SettingKey, path: string, options: ModeOptions, open: () => Transport): Choice {
  try {
    return { transport: open() }
  } catch (error) {
    const { message } = error as Error
    if (error instanceof BadOrigin) return { problem: message }
    return { problem: `the file ${path} of ${nameOf(key, options)} ${message}` }
  }
}

const hostOf = (variable: 'SVC_FCM_ORIGIN' | 'SVC_IOSPUSH_ORIGIN', { env, clock }: ModeOptions) => ({
  now: () => clock.now(),
  origin: providerOrigin(env, variable),
})

const nameOf = (key: SettingKey, { settingsPath }: ModeOptions) =>
  `the setting "${key}" in ${settingsPath} (environment variable ${SETTINGS[key].variable})`

const quoted = (text: string) => JSON.stringify(text).slice(0, 100)
