import { enDesktop } from './en-desktop.ts'
import { enMachines } from './en-machines.ts'
import { enNetwork } from './en-network.ts'
import { enNotifications } from './en-notifications.ts'
import { enPairing } from './en-pairing.ts'
import { enSearch } from './en-search.ts'
import { enSettings } from './en-settings.ts'
import { enShortcuts } from './en-shortcuts.ts'
import { enStart } from './en-start.ts'
import { enStorage } from './en-storage.ts'
import { enUsage } from './en-usage.ts'

/** The English texts of the screens beside the sessions; loaded with the first of them. */
export const screenTexts = {
  ...enDesktop,
  ...enMachines,
  ...enNetwork,
  ...enNotifications,
  ...enPairing,
  ...enSearch,
  ...enSettings,
  ...enShortcuts,
  ...enStart,
  ...enStorage,
  ...enUsage,
}
