import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { en } from './en.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: typeof en }
  }
}

/** Makes the texts ready; synchronous, as they are part of the bundle. */
export function startI18n(): void {
  void i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { translation: en } },
    // React escapes what it renders.
    interpolation: { escapeValue: false },
  })
}
