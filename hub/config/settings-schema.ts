import { z } from 'zod'
import { SETTING_KEYS, SETTINGS, type Setting, type SettingKey } from './settings.ts'

/** What each key means, for editors and people (spec: Configuration file). */
const MEANINGS: Record<SettingKey, string> = {
  cliApiToken: 'Access token of the hub; generated when absent.',
  apiUrl: 'Where CLIs reach the hub.',
  extraHeaders: 'Headers CLIs add to their requests to the hub, for a proxy in front of it.',
  listenHost: 'Address the hub listens at.',
  listenPort: 'Port the hub listens at.',
  publicUrl: 'Address under which others reach the hub.',
  corsOrigins: 'Origins whose pages may call the hub; that of publicUrl when the list is empty.',
  messagingBotToken: 'Token of the messaging bot; no bot without it.',
  messagingBotNotification: 'Whether the bot sends notifications.',
  pushGatewaySendKey: 'Send key of the chat push gateway; no gateway without it.',
  pushGatewayNotification: 'Whether the gateway is told.',
  pushGatewayBackgroundOnly: 'The gateway is told only while nobody has the hub on screen.',
  relayAuthKey: 'Key of this hub at its relay server.',
  vapidKeys: 'Keys of browser push; generated, not edited by hand.',
  machineId: 'Id of this machine; generated, not edited by hand.',
  machineIdConfirmedByServer: 'Kept by CLIs.',
  runnerAutoStartWhenRunningCli: 'Whether running the CLI starts the runner.',
  sessionSummaryContract: 'Ask agents to end a turn with a status line.',
  sessionSummaryInChat: 'Show status lines in conversations.',
  providerCredentials: 'Keys of voice providers, as the settings page stores them.',
  androidPushMode: 'How Android devices are reached: auto, relay, direct or off.',
  androidPushServiceAccountPath: 'Service-account file of the Android push provider.',
  iosPushMode: 'How iOS devices are reached: relay, direct or off.',
  iosPushRelayUrl: 'Push relay for both platforms.',
  iosPushKeyP8Path: 'Authentication key file of the iOS push provider.',
  iosPushKeyId: 'Id of that key.',
  iosPushTeamId: 'Team the key belongs to.',
  iosPushBundleId: 'Bundle id of the app that is notified.',
  iosPushEnv: 'production or sandbox, as the app was signed.',
}

/**
 * The JSON Schema of the settings file, from the very schemas that check it; written to
 * `docs/settings.schema.json` by the test beside this file.
 */
export function settingsSchema(): object {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Settings of Svc Hub (~/.svc/settings.json)',
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(SETTING_KEYS.map((key) => [key, propertyOf(key)])),
  }
}

function propertyOf(key: SettingKey): object {
  const { schema, expected, variable, fallback }: Setting = SETTINGS[key]
  const { $schema: _dialect, ...shape } = z.toJSONSchema(schema)
  const origin = variable === undefined ? '' : ` Environment variable: ${variable}.`
  const description = `${MEANINGS[key]} Must be ${expected}.${origin}`
  return { description, ...shape, ...(fallback !== undefined && { default: fallback }) }
}
