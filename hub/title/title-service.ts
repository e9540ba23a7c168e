import { TITLE_TRANSCRIPT_MAX_CHARS, TITLE_TRANSCRIPT_ROWS } from '../../contract/title.ts'
import type { Clock } from '../clock.ts'
import type { TitleSuggestionConfig } from '../config/title-suggestion.ts'
import { HubError } from '../errors.ts'
import type { MessagesTable } from '../store/messages.ts'
import type { SessionRecord } from '../store/sessions.ts'
import { requestTitle } from './title-request.ts'
import { transcriptOf } from './transcript.ts'

const notConfigured = () => new HubError(503, 'Title suggestions are not configured')
const nothingSaid = () => new HubError(422, 'There is no conversation to name yet')
const inFlight = () => new HubError(429, 'A title for this session is being suggested already')
const tooMany = () => new HubError(429, 'Too many titles were suggested for this session; try again later')

/** Suggests titles for conversations (reference not-shown A11); it stores nothing. */
export class TitleService {
  readonly #messages: Pick<MessagesTable, 'latest'>
  readonly #config: TitleSuggestionConfig
  readonly #clock: Clock
  readonly #running = new Set<string>()
  /** When the provider was asked for a session, within the window, oldest first. */
  readonly #asked = new Map<string, number[]>()

  constructor(parts: {
    messages: Pick<MessagesTable, 'latest'>
    config: TitleSuggestionConfig
    clock: Clock
  }) {
    this.#messages = parts.messages
    this.#config = parts.config
    this.#clock = parts.clock
  }

  /** Whether a provider is configured: the capability `titleSuggestion`. */
  get isConfigured(): boolean {
    return this.#config.provider !== null
  }

  /**
   * A title of 1 to 80 characters. Asking the provider counts, whatever comes of it.
   * @throws HubError 503 not configured, 422 nothing was said, 429 too many or one under way, 502 provider failed
   */
  async suggest({ id, pk }: Pick<SessionRecord, 'id' | 'pk'>): Promise<string> {
    const { provider } = this.#config
    if (!provider) throw notConfigured()
    if (this.#running.has(id)) throw inFlight()
    const newest = this.#messages.latest(pk, TITLE_TRANSCRIPT_ROWS).map(({ contentJson }) => contentJson)
    const transcript = transcriptOf(newest, TITLE_TRANSCRIPT_MAX_CHARS)
    if (transcript === '') throw nothingSaid()
    this.#count(id)
    this.#running.add(id)
    try {
      return await requestTitle(provider, transcript, this.#clock)
    } finally {
      this.#running.delete(id)
    }
  }

  #count(id: string): void {
    const now = this.#clock.now()
    const { rateLimit, rateWindowMs } = this.#config
    for (const [sessionId, times] of this.#asked) {
      const recent = times.filter((at) => now - at < rateWindowMs)
      if (recent.length > 0) this.#asked.set(sessionId, recent)
      else this.#asked.delete(sessionId)
    }
    const recent = this.#asked.get(id) ?? []
    if (recent.length >= rateLimit) throw tooMany()
    this.#asked.set(id, [...recent, now])
  }
}
