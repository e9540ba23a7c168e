import type { screenTexts } from './screen-texts.ts'
import type { Translation } from './translation.ts'
import { zhDesktop } from './zh-desktop.ts'
import { zhMachines } from './zh-machines.ts'
import { zhNetwork } from './zh-network.ts'
import { zhNotifications } from './zh-notifications.ts'
import { zhPairing } from './zh-pairing.ts'
import { zhSearch } from './zh-search.ts'
import { zhSettings } from './zh-settings.ts'
import { zhShortcuts } from './zh-shortcuts.ts'
import { zhStart } from './zh-start.ts'
import { zhStorage } from './zh-storage.ts'
import { zhUsage } from './zh-usage.ts'

/** The Chinese texts of the screens beside the sessions. */
export const screenTextsZh: Translation<typeof screenTexts> = {
  ...zhDesktop,
  ...zhMachines,
  ...zhNetwork,
  ...zhNotifications,
  ...zhPairing,
  ...zhSearch,
  ...zhSettings,
  ...zhShortcuts,
  ...zhStart,
  ...zhStorage,
  ...zhUsage,
}
