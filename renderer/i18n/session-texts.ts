import i18next from 'i18next'
import { enSessionParts } from './en-session-parts.ts'

/** Makes the texts of a session's parts ready. */
export function addSessionTexts(): void {
  i18next.addResourceBundle('en', 'translation', enSessionParts, true)
}
