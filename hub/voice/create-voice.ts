import type { Clock } from '../clock.ts'
import type { KeySeal } from '../config/key-seal.ts'
import type { Settings } from '../config/settings.ts'
import type { SettingsFile } from '../config/settings-file.ts'
import type { VoiceEnvironment } from '../config/voice-environment.ts'
import type { Log } from '../log.ts'
import { VoiceCredentialStore } from './voice-credentials.ts'
import { VoiceService } from './voice-service.ts'

export interface VoiceParts {
  environment: VoiceEnvironment
  settings: Settings
  settingsFile: SettingsFile
  seal: KeySeal
  clock: Clock
  log: Log
}

/** Dictation and the keys it uses. */
export function createVoice({ environment, settings, settingsFile, seal, clock, log }: VoiceParts) {
  const voiceCredentials = new VoiceCredentialStore({ environment, settings, settingsFile, seal })
  const closed = voiceCredentials.unopened()
  if (closed.length > 0) {
    log.warn(
      `The desktop app sealed these keys for itself, so this hub cannot use them: ${closed.join(', ')}. Enter them again or set their environment variables.`,
    )
  }
  const { origins } = environment
  return { voiceCredentials, voice: new VoiceService({ credentials: voiceCredentials, origins, clock, log }) }
}
