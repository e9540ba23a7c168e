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
