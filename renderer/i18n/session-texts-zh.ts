import type { sessionTexts } from './session-texts.ts'
import type { Translation } from './translation.ts'
import { zhChat } from './zh-chat.ts'
import { zhDictation } from './zh-dictation.ts'
import { zhJump } from './zh-search.ts'
import { zhSession } from './zh-session.ts'
import { zhSessionParts } from './zh-session-parts.ts'
import { zhTools } from './zh-tools.ts'

/** The Chinese texts of the session page. */
export const sessionTextsZh: Translation<typeof sessionTexts> = {
  ...zhChat,
  ...zhDictation,
  ...zhJump,
  ...zhSession,
  ...zhSessionParts,
  ...zhTools,
}
