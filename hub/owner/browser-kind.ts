import type { BrowserDevice, BrowserName } from '../../contract/owner.ts'

export interface BrowserKind {
  browser: BrowserName
  device: BrowserDevice
}

/** In this order: most browsers also bear the names of those below. */
const NAMES: readonly [RegExp, BrowserName][] = [
  [/\bElectron\//, 'desktop-app'],
  [/\bEdg(e|A|iOS)?\//, 'edge'],
  [/\b(OPR|OPT|OPX)\//, 'opera'],
  [/\bSamsungBrowser\//, 'samsung'],
  [/\b(Firefox|FxiOS)\//, 'firefox'],
  [/; wv\)/, 'app'],
  [/(Chrome|CriOS)\//, 'chrome'],
  [/\bVersion\/.*\bSafari\//, 'safari'],
  [/\b(iPhone|iPod|iPad|Macintosh)\b/, 'app'],
]

const DEVICES: readonly [RegExp, BrowserDevice][] = [
  [/\b(iPhone|iPod)\b/, 'iphone'],
  [/\biPad\b/, 'ipad'],
  [/\bAndroid\b.*\bMobile\b/, 'android-phone'],
  [/\bAndroid\b/, 'android-tablet'],
  [/\bCrOS\b/, 'chromebook'],
  [/\bWindows Phone\b/, 'phone'],
  [/\bWindows\b/, 'windows'],
  // Only browsers of iPads and iPhones have these names.
  [/\bMacintosh\b.*\b(CriOS|FxiOS|EdgiOS|OPT)\//, 'ipad'],
  [/\bMacintosh\b/, 'mac'],
  [/\b(Mobile|Phone)\b/, 'phone'],
  [/\b(Linux|X11)\b/, 'linux'],
]

/** What a browser calls itself; undefined for a program that is none. */
export function browserKind(userAgent: string): BrowserKind | undefined {
  if (!userAgent.startsWith('Mozilla/')) return undefined
  const browser = firstOf(NAMES, userAgent)
  const device = firstOf(DEVICES, userAgent)
  const isPerhapsIpad = device === 'mac' && (browser === 'safari' || browser === 'app')
  return { browser, device: isPerhapsIpad ? 'mac-or-ipad' : device }
}

function firstOf<Word>(table: readonly [RegExp, Word][], text: string): Word | 'other' {
  return table.find(([pattern]) => pattern.test(text))?.[1] ?? 'other'
}
