import { ERROR_TEXTS } from '../../../contract/error-texts.ts'
import {
  listTranscriptionProviders,
  type TranscriptionProvider,
  transcribe,
} from '../../../contract/voice.ts'
import { browserStorage } from '../../browser-storage.ts'
import { ClientError } from '../../client/client-error.ts'
import { browserClock } from '../../client/clock.ts'
import type { HubClient } from '../../client/hub-client.ts'
import { uploadTo } from '../../client/upload.ts'
import { spokenLanguageOf } from '../../i18n/language.ts'
import { storedChoice } from '../../i18n/language-choice.ts'
import { sessionQueries } from '../files/session-queries.ts'
import { Dictation } from './dictation.ts'
import { openMicrophone } from './microphone.ts'
import { chosenService } from './service-choice.ts'

const dictations = new WeakMap<HubClient, Map<string, Dictation>>()

/** The dictation of a session: a recording is kept while somebody looks at another one. */
export function dictationOf(client: HubClient, sessionId: string): Dictation {
  const known = dictations.get(client) ?? new Map<string, Dictation>()
  dictations.set(client, known)
  const dictation =
    known.get(sessionId) ??
    new Dictation({
      openMicrophone,
      clock: browserClock,
      transcribe: (audio, options) => askForText(client, audio, options),
    })
  known.set(sessionId, dictation)
  return dictation
}

/** The services the hub has keys of, as a query. */
export const servicesQuery = (client: HubClient) => ({
  queryKey: ['dictation-services', client.namespace()],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<TranscriptionProvider[]> =>
    (await client.call(listTranscriptionProviders, { signal })).providers,
})

type AskOptions = Parameters<ConstructorParameters<typeof Dictation>[0]['transcribe']>[1]

async function askForText(client: HubClient, audio: Blob, options: AskOptions): Promise<string> {
  const services = await sessionQueries.fetchQuery({
    ...servicesQuery(client),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const provider = chosenService(browserStorage, services)
  if (provider === undefined) throw new ClientError(400, { error: ERROR_TEXTS.transcriptionNotConfigured })
  const form = new FormData()
  form.set('provider', provider)
  form.set('mode', 'standard')
  // Told another language than the spoken one services translate; told none they find out.
  const language = spokenLanguageOf(storedChoice(), navigator.languages)
  if (language !== undefined) form.set('language', language)
  form.set('file', audio, 'recording')
  return (await uploadTo(client, transcribe, {}, form, options)).text
}
