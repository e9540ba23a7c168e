import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const TITLE_MAX_LENGTH = 80
/** So much of the conversation is shown to the title provider: characters, of so many of the newest rows. */
export const TITLE_TRANSCRIPT_MAX_CHARS = 16_000
export const TITLE_TRANSCRIPT_ROWS = 200

export const TitleSuggestionResponse = z.object({ title: z.string().min(1).max(TITLE_MAX_LENGTH) })

/**
 * A title for the conversation, which nothing is done with; a request body is not read. 422: nothing has been
 * said yet. 429: too many in a while, one is under way, or the provider says so. 502: the provider failed.
 * 503: no provider is configured (`capabilities.titleSuggestion` of GET /health is false).
 */
export const suggestTitle = endpoint('POST', '/api/sessions/:id/title-suggestion', {
  response: TitleSuggestionResponse,
})
