import type { firstTexts } from './first-texts.ts'
import type { Translation } from './translation.ts'
import { zh } from './zh.ts'
import { zhFailures } from './zh-failures.ts'
import { zhNav } from './zh-nav.ts'
import { zhNotices } from './zh-notices.ts'
import { zhWebApp } from './zh-web-app.ts'

/** The Chinese texts of the first screen. */
export const firstTextsZh: Translation<typeof firstTexts> = {
  ...zh,
  ...zhFailures,
  ...zhNav,
  ...zhNotices,
  ...zhWebApp,
}
