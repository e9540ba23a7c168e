import type { TFunction } from 'i18next'
import type { BrowserDevice, OwnerBrowser } from '../../../contract/owner.ts'

/** What people call it, such as `Safari on an iPhone`. */
export function browserText(
  { browser, device }: Pick<OwnerBrowser, 'browser' | 'device'>,
  t: TFunction,
): string {
  return t('browsers.name', {
    browser: t(`browsers.browser.${browser}`),
    device: t(`browsers.device.${device}`),
  })
}

const HANDHELD: ReadonlySet<BrowserDevice> = new Set([
  'iphone',
  'ipad',
  'android-phone',
  'android-tablet',
  'phone',
])

/** Whether it is a phone or a tablet, as far as it says so. */
export const isHandheld = ({ device }: Pick<OwnerBrowser, 'device'>) => HANDHELD.has(device)
