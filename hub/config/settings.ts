import { z } from 'zod'

/** One key of the settings file: what it may hold, which variable overrides it, what holds without either. */
export interface Setting<Value = unknown, Fallback = unknown> {
  readonly schema: z.ZodType<Value>
  /** Completes the sentence "the setting must be ...". */
  readonly expected: string
  readonly fallback: Fallback
  readonly variable: string | undefined
  /** What the text of the variable says, still to be checked by `schema`. */
  readonly fromText: (text: string) => unknown
  /** Never repeated in messages. */
  readonly isSecret: boolean
  /** May begin with `~` for the user's home folder. */
  readonly isPath: boolean
  /**
   * What a value that is no text counts as, for its push channel to judge: a bad one switches that off, with a
   * diagnostic, and not the hub (ruling 10). Undefined where a bad value keeps the hub from starting.
   */
  readonly forChannel: ((value: unknown) => string) | undefined
}

interface Details<Fallback> {
  variable?: string
  fallback?: Fallback
  isSecret?: boolean
  forChannel?: (value: unknown) => string
}

const setting = <Value, Fallback extends Value | undefined = undefined>(
  schema: z.ZodType<Value>,
  expected: string,
  details: Details<Fallback> & { fromText?: (text: string) => unknown; isPath?: boolean },
): Setting<Value, Fallback> => ({
  schema,
  expected,
  fallback: details.fallback as Fallback,
  variable: details.variable,
  fromText: details.fromText ?? ((text) => text),
  isSecret: details.isSecret ?? false,
  isPath: details.isPath ?? false,
  forChannel: details.forChannel,
})

const filledText = z.string().min(1)

const text = <Fallback extends string | undefined = undefined>(details: Details<Fallback>) =>
  setting<string, Fallback>(filledText, 'a text that is not empty', details)

const mode = <Fallback extends string | undefined = undefined>(details: Details<Fallback>) =>
  text({ ...details, forChannel: (value) => JSON.stringify(value) })

/** As good as missing: its JSON could pass for a credential. */
const noCredential = () => ''

const credential = (variable: string) => text({ variable, forChannel: noCredential })

const credentialFile = (variable: string) =>
  setting<string>(filledText, 'the path of a file', { variable, isPath: true, forChannel: noCredential })

const flag = <Fallback extends boolean | undefined = undefined>(details: Details<Fallback>) =>
  setting<boolean, Fallback>(z.boolean(), 'true or false', {
    ...details,
    fromText: (written) => (written === 'true' || written === 'false' ? written === 'true' : written),
  })

const webAddress = z.url({ protocol: /^https?$/ })

const url = <Fallback extends string | undefined = undefined>(details: Details<Fallback>) =>
  setting<string, Fallback>(webAddress, 'an http:// or https:// address', details)

const baseToken = z.string().regex(/^[^\s:]([^:]*[^\s:])?$/)

const fromJson = (written: string): unknown => {
  try {
    return JSON.parse(written)
  } catch {
    return written
  }
}

/** Every key of `settings.json` (spec: Configuration file; reference: not-shown B2). */
export const SETTINGS = {
  cliApiToken: setting(baseToken, 'a text without ":" and without spaces at its ends', {
    variable: 'CLI_API_TOKEN',
    isSecret: true,
  }),
  apiUrl: url({ variable: 'SVC_API_URL', fallback: 'http://localhost:3006' }),
  extraHeaders: setting(z.record(z.string(), z.string()), 'an object of texts (as JSON in the variable)', {
    variable: 'SVC_EXTRA_HEADERS_JSON',
    fromText: fromJson,
    isSecret: true,
  }),
  listenHost: text({ variable: 'SVC_LISTEN_HOST', fallback: '127.0.0.1' }),
  listenPort: setting<number, number>(z.int().min(1).max(65535), 'a whole number from 1 to 65535', {
    variable: 'SVC_LISTEN_PORT',
    fallback: 3006,
    fromText: (written) => (/^\d+$/.test(written) ? Number(written) : written),
  }),
  publicUrl: url({ variable: 'SVC_PUBLIC_URL' }),
  corsOrigins: setting<string[], string[]>(
    z.array(z.union([z.literal('*'), webAddress])),
    'a list of http:// or https:// origins, or * (separated by commas in the variable)',
    {
      variable: 'CORS_ORIGINS',
      fallback: [],
      fromText: (written) =>
        written
          .split(',')
          .map((origin) => origin.trim())
          .filter((origin) => origin !== ''),
    },
  ),
  messagingBotToken: text({ variable: 'MESSAGING_BOT_TOKEN', isSecret: true }),
  messagingBotNotification: flag({ variable: 'MESSAGING_BOT_NOTIFICATION', fallback: true }),
  pushGatewaySendKey: text({ variable: 'PUSH_GATEWAY_SENDKEY', isSecret: true }),
  pushGatewayNotification: flag({ variable: 'PUSH_GATEWAY_NOTIFICATION', fallback: true }),
  pushGatewayBackgroundOnly: flag({ variable: 'PUSH_GATEWAY_BACKGROUND_ONLY', fallback: false }),
  relayAuthKey: text({ variable: 'SVC_RELAY_AUTH', isSecret: true }),
  vapidKeys: setting(
    z.object({ publicKey: filledText, privateKey: filledText }),
    'an object with the texts publicKey and privateKey',
    { isSecret: true },
  ),
  machineId: text({}),
  machineIdConfirmedByServer: flag({}),
  runnerAutoStartWhenRunningCli: flag({}),
  sessionSummaryContract: flag({ fallback: false }),
  sessionSummaryInChat: flag({ fallback: false }),
  providerCredentials: setting(z.record(z.string(), z.unknown()), 'an object', { isSecret: true }),
  // A wrong mode or credential of a push channel switches that channel off, not the hub (ruling 10).
  androidPushMode: mode({ variable: 'SVC_ANDROID_PUSH', fallback: 'auto' }),
  androidPushServiceAccountPath: credentialFile('ANDROID_PUSH_SERVICE_ACCOUNT_PATH'),
  iosPushMode: mode({ variable: 'SVC_IOS_PUSH', fallback: 'relay' }),
  iosPushRelayUrl: url({ variable: 'SVC_PUSH_RELAY_URL' }),
  iosPushKeyP8Path: credentialFile('IOSPUSH_KEY_P8_PATH'),
  iosPushKeyId: credential('IOSPUSH_KEY_ID'),
  iosPushTeamId: credential('IOSPUSH_TEAM_ID'),
  iosPushBundleId: credential('IOSPUSH_BUNDLE_ID'),
  iosPushEnv: mode({ variable: 'IOSPUSH_ENV' }),
}

export type SettingKey = keyof typeof SETTINGS

type ValueOf<S> = S extends Setting<infer Value, infer _> ? Value : never
type FallbackOf<S> = S extends Setting<infer _, infer Fallback> ? Fallback : never

/** What the file holds: any of the keys. */
export type StoredSettings = { [Key in SettingKey]?: ValueOf<(typeof SETTINGS)[Key]> }

/** What is in force: every key, undefined where neither a value nor a default exists; paths without `~`. */
export type Settings = Omit<
  { [Key in SettingKey]: ValueOf<(typeof SETTINGS)[Key]> | FallbackOf<(typeof SETTINGS)[Key]> },
  'cliApiToken'
> & { cliApiToken: string }

export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[]

/** Keys of old hubs, and the keys that took their place. */
export const REPLACED_KEYS: Record<string, SettingKey> = {
  webappHost: 'listenHost',
  webappPort: 'listenPort',
  webappUrl: 'publicUrl',
}

/** A setting the hub refuses to start with; the message is one sentence for the person who wrote it. */
export class SettingError extends Error {
  /** `settings-newer`: the file names something only another version may know. */
  readonly code: 'settings-unreadable' | 'settings-newer'

  constructor(message: string, code: SettingError['code'] = 'settings-unreadable') {
    super(message)
    this.name = 'SettingError'
    this.code = code
  }
}

/**
 * The value of a key, checked; any value at all where its push channel judges (`Setting.forChannel`).
 * @throws SettingError naming file, key, variable and what was expected (ruling 10)
 */
export function checkSetting(
  key: SettingKey,
  value: unknown,
  source: 'environment' | 'file',
  settingsPath: string,
): unknown {
  const { schema, expected, variable, isSecret, forChannel }: Setting = SETTINGS[key]
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  if (forChannel) return value
  const where =
    source === 'environment'
      ? `The environment variable ${variable} (setting "${key}" of ${settingsPath})`
      : `The setting "${key}" in ${settingsPath}${variable ? ` (environment variable ${variable})` : ''}`
  const received = isSecret ? '' : `, not ${JSON.stringify(value)?.slice(0, 100)}`
  throw new SettingError(`${where} must be ${expected}${received}.`)
}
