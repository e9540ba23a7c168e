import { enChat } from './en-chat.ts'
import { enDictation } from './en-dictation.ts'
import { enJump } from './en-search.ts'
import { enSession } from './en-session.ts'
import { enSessionParts } from './en-session-parts.ts'
import { enTools } from './en-tools.ts'

/** The English texts of the session page; loaded with the first session. */
export const sessionTexts = {
  ...enChat,
  ...enDictation,
  ...enJump,
  ...enSession,
  ...enSessionParts,
  ...enTools,
}
