import i18next from 'i18next'
import { enMachines } from './en-machines.ts'
import { enPairing } from './en-pairing.ts'
import { enSettings } from './en-settings.ts'
import { enUsage } from './en-usage.ts'

/** The English texts of the screens beside the sessions; loaded with the first of them. */
export const enScreens = { ...enMachines, ...enPairing, ...enSettings, ...enUsage }

/** Makes the texts of the screens ready; the other languages come in one piece. */
export function addScreenTexts(): void {
  i18next.addResourceBundle('en', 'translation', enScreens, true)
}
