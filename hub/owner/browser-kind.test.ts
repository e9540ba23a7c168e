import { expect, it } from 'vitest'
import { browserKind } from './browser-kind.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const IPAD = 'Mozilla/5.0 (iPad; CPU OS 17_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const BLINK = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const PIXEL = 'Mozilla/5.0 (Linux; Android 15; Pixel 9'

it.each([
  [`${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`, 'safari', 'iphone'],
  [`${IPHONE} CriOS/137.0.7151.79 Mobile/15E148 Safari/604.1`, 'chrome', 'iphone'],
  [`${IPHONE} FxiOS/139.0 Mobile/15E148 Safari/605.1.15`, 'firefox', 'iphone'],
  [`${IPHONE} Version/18.0 EdgiOS/137.0 Mobile/15E148 Safari/604.1`, 'edge', 'iphone'],
  [`${IPHONE} Mobile/15E148`, 'app', 'iphone'],
  [`${IPAD} Version/17.7 Mobile/15E148 Safari/604.1`, 'safari', 'ipad'],
  [`${MAC} ${APPLE} Version/18.5 Safari/605.1.15`, 'safari', 'mac-or-ipad'],
  [`${MAC} ${APPLE} CriOS/137.0 Version/18.5 Safari/605.1.15`, 'chrome', 'ipad'],
  [`${MAC} ${BLINK} Chrome/137.0.0.0 Safari/537.36`, 'chrome', 'mac'],
  [`${MAC} ${BLINK} Svc Hub/0.1.0 Chrome/136.0.0.0 Electron/36.3.2 Safari/537.36`, 'desktop-app', 'mac'],
  [`${PIXEL}) ${BLINK} Chrome/137.0.0.0 Mobile Safari/537.36`, 'chrome', 'android-phone'],
  [
    `${PIXEL}; wv) ${BLINK} Version/4.0 Chrome/137.0.0.0 Mobile Safari/537.36 Telegram-Android`,
    'app',
    'android-phone',
  ],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${BLINK} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'samsung',
    'android-phone',
  ],
  ['Mozilla/5.0 (Android 15; Mobile; rv:139.0) Gecko/139.0 Firefox/139.0', 'firefox', 'android-phone'],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-X910) ${BLINK} Chrome/137.0.0.0 Safari/537.36`,
    'chrome',
    'android-tablet',
  ],
  [
    `Mozilla/5.0 (Phone; OpenHarmony 5.0) ${BLINK} Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1 Mobile`,
    'chrome',
    'phone',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${BLINK} Chrome/137.0 Safari/537.36 Edg/137.0`,
    'edge',
    'windows',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${BLINK} Chrome/137.0 Safari/537.36 OPR/119.0`,
    'opera',
    'windows',
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${BLINK} Chrome/137.0 Safari/537.36`, 'chrome', 'chromebook'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:139.0) Gecko/20100101 Firefox/139.0', 'firefox', 'linux'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${BLINK} HeadlessChrome/137.0.0.0 Safari/537.36`, 'chrome', 'linux'],
  ['Mozilla/5.0 (compatible)', 'other', 'other'],
] as const)('reads %s', (userAgent, browser, device) => {
  expect(browserKind(userAgent)).toEqual({ browser, device })
})

it.each(['', 'node', 'curl/8.5.0', 'okhttp/4.12.0', 'SvcCompanion/3 CFNetwork/1568 Darwin/24'])(
  'takes %j for no browser',
  (userAgent) => {
    expect(browserKind(userAgent)).toBeUndefined()
  },
)
