import type { Context } from 'koa'
import { z } from 'zod'
import {
  getVoiceCredentials,
  listTranscriptionProviders,
  TRANSCRIPTION_AUDIO_MAX_BYTES,
  TranscriptionAudioType,
  TranscriptionFields,
  transcribe,
  updateVoiceCredentials,
} from '../../../contract/voice.ts'
import { HubError, invalidBody } from '../../errors.ts'
import type { Recording } from '../../voice/providers.ts'
import type { VoiceCredentialStore } from '../../voice/voice-credentials.ts'
import type { VoiceService } from '../../voice/voice-service.ts'
import { type FormPart, readForm } from '../multipart.ts'
import { type RouteEntry, route } from '../route.ts'

export interface VoiceRouteServices {
  voice: VoiceService
  voiceCredentials: VoiceCredentialStore
}

/** Dictation and the keys it needs (spec: Voice dictation). */
export function voiceRoutes({ voice, voiceCredentials }: VoiceRouteServices): RouteEntry[] {
  return [
    route(listTranscriptionProviders, () => ({ providers: voice.providers() })),
    route(transcribe, async ({ ctx }) => {
      const clientGone = goneSignal(ctx)
      const parts = await readForm(ctx.req, transcribe.bodyLimitBytes)
      const { provider, language } = readFields(parts)
      const recording = { ...readRecording(parts), language: language || undefined }
      return voice.transcribe(provider, recording, clientGone)
    }),
    route(getVoiceCredentials, () => voiceCredentials.describe()),
    route(updateVoiceCredentials, ({ body }) => voiceCredentials.change(body)),
  ]
}

function readFields(parts: FormPart[]): TranscriptionFields {
  const texts = parts.filter(({ filename }) => filename === undefined)
  const fields = Object.fromEntries(texts.map(({ name, bytes }) => [name, bytes.toString('utf8')]))
  const parsed = TranscriptionFields.safeParse(fields)
  if (!parsed.success) throw invalidBody(z.flattenError(parsed.error))
  return parsed.data
}

function readRecording(parts: FormPart[]): Omit<Recording, 'language'> {
  const files = parts.filter(({ filename }) => filename !== undefined)
  const [file] = files
  if (!file || files.length > 1 || file.name !== 'file') throw badFile('One audio file is required')
  const { bytes, contentType, filename } = file
  if (bytes.length === 0) throw badFile('The audio file is empty')
  if (bytes.length > TRANSCRIPTION_AUDIO_MAX_BYTES) {
    throw new HubError(413, 'Audio file too large', { details: { limit: TRANSCRIPTION_AUDIO_MAX_BYTES } })
  }
  if (contentType !== undefined && !TranscriptionAudioType.safeParse(contentType).success) {
    throw badFile('The file is not audio')
  }
  return { bytes, contentType, filename }
}

const badFile = (message: string) => invalidBody({ formErrors: [], fieldErrors: { file: [message] } })

/** Aborted when the connection closes, also when that is only the end of the answer. */
function goneSignal(ctx: Context): AbortSignal {
  const controller = new AbortController()
  ctx.res.once('close', () => controller.abort())
  return controller.signal
}
