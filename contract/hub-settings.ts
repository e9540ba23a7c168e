import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** Settings of the hub that clients see (reference: not-shown A16). */
export const HubSettings = z.object({
  /** Agents are asked to end their answers with a status line. */
  sessionSummaryContract: z.boolean(),
  /** Clients show that line in the conversation. */
  sessionSummaryInChat: z.boolean(),
})
export type HubSettings = z.infer<typeof HubSettings>

export const HubSettingsChange = z
  .strictObject(HubSettings.shape)
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'At least one setting is required')
export type HubSettingsChange = z.infer<typeof HubSettingsChange>

/** Readable by any namespace. */
export const getHubSettings = endpoint('GET', '/api/hub-settings', { response: HubSettings })
/** Answers all settings as they are then. */
export const updateHubSettings = endpoint('PUT', '/api/hub-settings', {
  body: HubSettingsChange,
  response: HubSettings,
  access: 'owner',
  issues: 'none',
})
