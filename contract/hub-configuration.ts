import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const ConfigurationSource = z.enum(['environment', 'file', 'default'])
export type ConfigurationSource = z.infer<typeof ConfigurationSource>

/** One setting of the hub, as it is in force. */
export const ConfigurationEntry = z.object({
  /** Its name in the settings file. */
  key: z.string(),
  /** The environment variable that overrides the file; null where there is none. */
  variable: z.string().nullable(),
  source: ConfigurationSource,
  isSet: z.boolean(),
  /** For people to read; null for what is secret or not set. Passwords inside addresses are hidden. */
  value: z.string().nullable(),
  /** The settings file holds another value by now, which the hub takes up at its next start. */
  needsRestart: z.boolean(),
  /** What that other value is, as `value`; only where a restart is needed. */
  valueAfterRestart: z.string().nullable().optional(),
})
export type ConfigurationEntry = z.infer<typeof ConfigurationEntry>

export const HubConfiguration = z.object({
  dataFolder: z.string(),
  settingsPath: z.string(),
  entries: z.array(ConfigurationEntry),
  /** Any of the entries needs one. */
  restartRequired: z.boolean(),
  /** Why the settings file cannot be read now, though it could when the hub started; null if it can. */
  problem: z.string().nullable(),
})
export type HubConfiguration = z.infer<typeof HubConfiguration>

/** What the hub was told, by whom, and what waits for its next start (additive; owner only). */
export const getHubConfiguration = endpoint('GET', '/api/owner/configuration', {
  response: HubConfiguration,
  access: 'owner',
})

/** Longest key of another service that is kept. */
export const SERVICE_KEY_MAX_LENGTH = 500

const ServiceKey = z
  .string()
  .trim()
  .min(1)
  .max(SERVICE_KEY_MAX_LENGTH)
  .regex(/^[\x21-\x7e]+$/)
  .nullable()
  .optional()

/** Keys of the services that tell people elsewhere; null takes one away. */
export const ServiceKeysChange = z
  .strictObject({ messagingBotToken: ServiceKey, pushGatewaySendKey: ServiceKey })
  .refine((change) => Object.values(change).some((key) => key !== undefined), 'At least one key is required')
export type ServiceKeysChange = z.infer<typeof ServiceKeysChange>

/**
 * Keeps what the owner typed in, sealed where the hub can seal; it is in force from the next start (additive).
 * 409 when an environment variable fixes one of them; nothing is kept then.
 */
export const updateServiceKeys = endpoint('PUT', '/api/owner/service-keys', {
  body: ServiceKeysChange,
  response: HubConfiguration,
  access: 'owner',
  issues: 'none',
})

/** Longest name or number of an address the hub listens at. */
export const LISTEN_HOST_MAX_LENGTH = 255
/** Longest address others reach the hub at. */
export const PUBLIC_URL_MAX_LENGTH = 2000

/** Null takes it away. */
const KeptAddress = z.string().trim().min(1).max(PUBLIC_URL_MAX_LENGTH).nullable()

const namesAny = (change: object) => Object.values(change).some((value) => value !== undefined)

/** Who reaches the hub, named as in the settings file; null takes the public address away. */
export const NetworkChange = z
  .strictObject({
    /** `127.0.0.1`: this computer alone; `0.0.0.0`: its network too; or one of this computer's own addresses. */
    listenHost: z.string().trim().min(1).max(LISTEN_HOST_MAX_LENGTH).optional(),
    publicUrl: KeptAddress.optional(),
  })
  .refine(namesAny, 'At least one is required')
export type NetworkChange = z.infer<typeof NetworkChange>

/**
 * Keeps who reaches the hub in the settings file; it is in force from the next start (additive). 400 with
 * `setting` for a value the settings do not take or the hub could not listen at; 409 `fixed_by_environment`
 * with `variable`, 409 `settings_unreadable`, 409 `data_folder_readonly`, 507 `disk_full`. Nothing is kept then.
 */
export const updateNetwork = endpoint('PUT', '/api/owner/network', {
  body: NetworkChange,
  response: HubConfiguration,
  access: 'owner',
  issues: 'none',
})

/** How Android and Wear OS devices are reached (spec: Transport modes). */
export const AndroidPushMode = z.enum(['auto', 'relay', 'direct', 'off'])
export type AndroidPushMode = z.infer<typeof AndroidPushMode>

/** How iOS devices are reached (spec: Transport modes). */
export const IosPushMode = z.enum(['relay', 'direct', 'off'])
export type IosPushMode = z.infer<typeof IosPushMode>

/** How phones are notified, named as in the settings file; null takes the address of the relay away. */
export const PushTransportsChange = z
  .strictObject({
    androidPushMode: AndroidPushMode.optional(),
    iosPushMode: IosPushMode.optional(),
    iosPushRelayUrl: KeptAddress.optional(),
  })
  .refine(namesAny, 'At least one is required')
export type PushTransportsChange = z.infer<typeof PushTransportsChange>

/**
 * Keeps how phones are notified in the settings file; it is in force from the next start (additive). Refused as
 * `updateNetwork` is. Nothing is kept then.
 */
export const updatePushTransports = endpoint('PUT', '/api/owner/push-transports', {
  body: PushTransportsChange,
  response: HubConfiguration,
  access: 'owner',
  issues: 'none',
})
