import type { Locator } from '@playwright/test'
import jsqr from 'jsqr'
import { PNG } from 'pngjs'

/** Reads a QR code from its picture on the page, as a phone's camera would; undefined where none can be read. */
export async function readQr(code: Locator): Promise<string | undefined> {
  const { data, width, height } = PNG.sync.read(await code.screenshot())
  return jsqr.default(new Uint8ClampedArray(data), width, height)?.data
}
