import { ERROR_TEXTS, type ErrorTextName, errorText } from '../../contract/error-texts.ts'
import type {
  TranscriptionProvider,
  TranscriptionProviderId,
  TranscriptionResponse,
} from '../../contract/voice.ts'
import type { Clock } from '../clock.ts'
import type { VoiceEnvironment } from '../config/voice-environment.ts'
import { HubError } from '../errors.ts'
import type { Log } from '../log.ts'
import { type Access, PROVIDERS, type Provider, type Recording, type UpstreamRequest } from './providers.ts'
import type { VoiceCredentialStore } from './voice-credentials.ts'

/** How long a service may take for a recording. */
export const TRANSCRIPTION_TIMEOUT_MS = 120_000

export interface VoiceServiceParts {
  credentials: Pick<VoiceCredentialStore, 'key' | 'compatible'>
  origins: VoiceEnvironment['origins']
  clock: Clock
  log: Log
}

/**
 * Dictation: asks a configured speech service for the text of a recording (spec: Voice dictation). The
 * recording is held in memory for as long as that takes, and nowhere else.
 */
export class VoiceService {
  readonly #parts: VoiceServiceParts

  constructor(parts: VoiceServiceParts) {
    this.#parts = parts
  }

  /** The services whose keys are configured. */
  providers(): TranscriptionProvider[] {
    return PROVIDERS.filter((provider) => this.#access(provider)).map(({ id, label }) => ({
      id,
      label,
      modes: ['standard'],
    }))
  }

  /**
   * The text of a recording.
   * @param clientGone gives up the request to the service when whoever asked has left
   * @throws HubError 400 for a service without its key, 502 when it failed or took longer than two minutes
   */
  async transcribe(
    id: TranscriptionProviderId,
    recording: Recording,
    clientGone: AbortSignal,
  ): Promise<TranscriptionResponse> {
    const provider = PROVIDERS.find((known) => known.id === id)
    const access = provider && this.#access(provider)
    if (!provider || !access) throw new HubError(400, ERROR_TEXTS.transcriptionNotConfigured)
    const late = new AbortController()
    const timer = this.#parts.clock.after(TRANSCRIPTION_TIMEOUT_MS, () => late.abort())
    try {
      return await this.#ask(provider, recording, access, AbortSignal.any([late.signal, clientGone]))
    } catch (error) {
      // Nobody is left to be told.
      if (clientGone.aborted) throw new HubError(502, 'The client has gone')
      throw this.#failure(provider, error, late.signal.aborted)
    } finally {
      timer.cancel()
    }
  }

  async #ask(
    provider: Provider,
    recording: Recording,
    access: Access,
    signal: AbortSignal,
  ): Promise<TranscriptionResponse> {
    const { url, headers, body } = await inOnePiece(provider.request(recording, access))
    // A key must not follow a redirect to another host.
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' })
    if (!response.ok) {
      await response.body?.cancel()
      throw new UpstreamRefusal(response.status)
    }
    return provider.read(await response.json())
  }

  /** Says what the service answered, but not in its words: those may repeat the key. */
  #failure({ id, label }: Provider, error: unknown, isLate: boolean): HubError {
    const status = error instanceof UpstreamRefusal ? error.status : undefined
    const cause = status !== undefined ? `answered ${status}` : isLate ? 'took too long' : 'could not be used'
    this.#parts.log.warn('A speech service failed', { provider: id, cause })
    const text = status !== undefined ? textOfRefusal(status) : isLate ? 'speechLate' : 'speechAway'
    return new HubError(502, errorText(text, label))
  }

  #access({ id, model }: Provider): Access | undefined {
    const { credentials, origins } = this.#parts
    if (id === 'openai-compatible') {
      const address = credentials.compatible('baseUrl')?.replace(/\/+$/, '')
      const named = credentials.compatible('model')
      return address && named
        ? { address, model: named, apiKey: credentials.compatible('apiKey') }
        : undefined
    }
    const apiKey = credentials.key(id)
    return apiKey && model ? { address: origins[id], model, apiKey } : undefined
  }
}

/**
 * The request with its form written out. Node's fetch writes a form while it sends it, and a request that
 * ends before its form does (refused, given up) then ends the process by a rejection nobody can catch.
 */
async function inOnePiece({ url, headers, body }: UpstreamRequest) {
  if (!(body instanceof FormData)) return { url, headers, body }
  const form = new Response(body)
  const contentType = form.headers.get('content-type') ?? ''
  return { url, headers: { ...headers, 'Content-Type': contentType }, body: await form.bytes() }
}

/** What a service means by its status, as far as somebody can do something about it. */
function textOfRefusal(status: number): ErrorTextName {
  switch (status) {
    case 400:
    case 415:
    case 422:
      return 'speechNotTaken'
    case 401:
    case 403:
      return 'speechKeyRefused'
    case 404:
      return 'speechNotThere'
    case 413:
      return 'speechTooLarge'
    case 429:
      return 'speechBusy'
    default:
      return 'speechAway'
  }
}

class UpstreamRefusal extends Error {
  readonly status: number

  constructor(status: number) {
    super(`The service answered ${status}`)
    this.name = 'UpstreamRefusal'
    this.status = status
  }
}
