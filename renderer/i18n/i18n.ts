import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { firstTexts } from './first-texts.ts'
import { type Language, type LanguageChoice, languageOf, localeOf } from './language.ts'
import { storeChoice, storedChoice } from './language-choice.ts'
import type { screenTexts } from './screen-texts.ts'
import type { sessionTexts } from './session-texts.ts'

/*
 * How to add a text: put it in one of the `en-*.ts` files and, under the same key, in the `zh-*.ts` file
 * of the same name, which does not compile without it (a plural needs only `…_other` there). A new pair
 * of files is named in `first-texts`, `session-texts` or `screen-texts` and its `-zh` twin, by where it
 * is first seen; only the first of these weighs on the first screen.
 */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: typeof firstTexts & typeof screenTexts & typeof sessionTexts }
  }
}

/** Texts that load together: those of the first screen, of a session, of the other screens. */
export type TextPart = 'first' | 'session' | 'screens'

const LOADERS: Record<Language, Record<TextPart, () => Promise<object>>> = {
  en: {
    first: async () => firstTexts,
    session: async () => (await import('./session-texts.ts')).sessionTexts,
    screens: async () => (await import('./screen-texts.ts')).screenTexts,
  },
  'zh-CN': {
    first: async () => (await import('./first-texts-zh.ts')).firstTextsZh,
    session: async () => (await import('./session-texts-zh.ts')).sessionTextsZh,
    screens: async () => (await import('./screen-texts-zh.ts')).screenTextsZh,
  },
}

/** What was asked for so far: it has to be there in the next language before the page changes to it. */
const wanted = new Set<TextPart>(['first'])
const loaded = new Set(['en first'])
/** The language of the page, and the one it is about to have. */
let shown: Language = 'en'
let language: Language = 'en'

async function load(into: Language, part: TextPart): Promise<void> {
  const name = `${into} ${part}`
  if (loaded.has(name)) return
  const texts = await LOADERS[into][part]()
  loaded.add(name)
  i18next.addResourceBundle(into, 'translation', texts, true)
}

/** Makes the texts of a part ready in the language of the page. Rejects when they cannot be loaded. */
export async function loadTexts(part: TextPart): Promise<void> {
  wanted.add(part)
  await Promise.all([load(shown, part), load(language, part)])
}

/** Makes the first texts ready in the language chosen before; in English where those cannot be loaded. */
export async function startI18n(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: localeOf('en', navigator.languages),
    fallbackLng: 'en',
    resources: { en: { translation: firstTexts } },
    // React escapes what it renders.
    interpolation: { escapeValue: false },
  })
  await showLanguage().catch(() => undefined)
  window.addEventListener('languagechange', () => void showLanguage().catch(() => undefined))
}

/** Keeps the choice in this browser and changes the page to it at once. Rejects when the texts cannot be loaded. */
export async function setLanguage(choice: LanguageChoice): Promise<void> {
  storeChoice(choice)
  await showLanguage()
}

async function showLanguage(): Promise<void> {
  const next = languageOf(storedChoice(), navigator.languages)
  language = next
  try {
    await Promise.all([...wanted].map((part) => load(next, part)))
  } catch (error) {
    if (language === next) language = shown
    throw error
  }
  // Another choice was made meanwhile.
  if (language !== next) return
  shown = next
  const locale = localeOf(next, navigator.languages)
  document.documentElement.lang = locale
  await i18next.changeLanguage(locale)
}
