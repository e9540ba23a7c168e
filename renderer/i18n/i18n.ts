import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { en } from './en.ts'
import { enNav } from './en-nav.ts'
import { enSession } from './en-session.ts'
import type { enSessionParts } from './en-session-parts.ts'
import type { enScreens } from './screen-texts.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: {
      translation: typeof en & typeof enNav & typeof enScreens & typeof enSession & typeof enSessionParts
    }
  }
}

/** Makes the texts ready; synchronous, as they are part of the bundle. */
export function startI18n(): void {
  void i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { translation: { ...en, ...enNav, ...enSession } } },
    // React escapes what it renders.
    interpolation: { escapeValue: false },
  })
}
