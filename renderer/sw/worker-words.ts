import { createInstance, type TFunction } from 'i18next'
import { enNotices } from '../i18n/en-notices.ts'
import type { Language } from '../i18n/language.ts'
import { zhNotices } from '../i18n/zh-notices.ts'

/** The texts of notifications in a language; at hand at once, as the worker may have been woken for a push. */
export function workerWords(language: Language): TFunction {
  const words = createInstance()
  void words.init({
    lng: language,
    fallbackLng: 'en',
    resources: { en: { translation: enNotices }, 'zh-CN': { translation: zhNotices } },
    initAsync: false,
    // Notifications show text as it is.
    interpolation: { escapeValue: false },
  })
  return words.t
}
