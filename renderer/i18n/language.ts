/** The languages there are texts in. */
export const LANGUAGES = ['en', 'zh-CN'] as const
export type Language = (typeof LANGUAGES)[number]

/** What a person may choose; `system` follows the browser. */
export const LANGUAGE_CHOICES = ['system', ...LANGUAGES] as const
export type LanguageChoice = (typeof LANGUAGE_CHOICES)[number]

/** The languages' own names: whoever cannot read the page finds theirs. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', 'zh-CN': '简体中文' }

/** The language of a choice, given the browser's languages, best first: the first there are texts in, else English. */
export function languageOf(choice: LanguageChoice, preferred: readonly string[]): Language {
  if (choice !== 'system') return choice
  for (const tag of preferred) {
    const found = LANGUAGES.find((language) => base(language) === base(tag))
    if (found) return found
  }
  return 'en'
}

/**
 * The language a person most likely speaks: the chosen one, else the browser's first. Undefined where there are no
 * texts in that one: a page that is English only for want of German does not make an Englishman of its reader.
 */
export function spokenLanguageOf(choice: LanguageChoice, preferred: readonly string[]): Language | undefined {
  if (choice !== 'system') return choice
  const [first = ''] = preferred
  return LANGUAGES.find((language) => base(language) === base(first))
}

/**
 * The locale that dates and numbers are written by: the browser's own region where it speaks the
 * language, so that nobody in London reads American dates. Chinese texts are those of the mainland.
 */
export function localeOf(language: Language, preferred: readonly string[]): string {
  if (language !== 'en') return language
  return preferred.find((tag) => base(tag) === 'en') ?? language
}

const base = (tag: string) => tag.toLowerCase().split('-')[0]
