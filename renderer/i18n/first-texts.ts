import { en } from './en.ts'
import { enFailures } from './en-failures.ts'
import { enNav } from './en-nav.ts'
import { enNotices } from './en-notices.ts'
import { enWebApp } from './en-web-app.ts'

/** The English texts of the first screen; part of the bundle, so that a failed load never leaves a page without words. */
export const firstTexts = { ...en, ...enFailures, ...enNav, ...enNotices, ...enWebApp }
