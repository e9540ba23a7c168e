// @ts-check
import { PNG } from 'pngjs'

/*
 * The two files in which Windows and macOS keep one icon in many sizes. Both are a table of contents
 * with the pictures behind it.
 */

/** Below this width Windows' older parts of the shell read bitmaps only. */
const ICO_PNG_FROM = 128

/** The names under which macOS looks for a PNG of so many pixels; 32 and 64 are small ones for sharp screens. */
const ICNS_TYPES = /** @type {const} */ ({
  ic11: 32,
  ic12: 64,
  ic07: 128,
  ic13: 256,
  ic08: 256,
  ic14: 512,
  ic09: 512,
  ic10: 1024,
})

/**
 * @typedef {(width: number) => Uint8Array} Draw the icon as a square PNG, so many pixels wide
 */

/** @param {Draw} draw */
export function ico(draw) {
  const pictures = [16, 24, 32, 48, 64, 128, 256].map((width) => ({
    width,
    data: width < ICO_PNG_FROM ? bitmap(draw(width)) : Buffer.from(draw(width)),
  }))
  const head = Buffer.alloc(6 + 16 * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let offset = head.length
  for (const [index, { width, data }] of pictures.entries()) {
    const at = 6 + 16 * index
    // 256 does not fit into a byte and is written as 0.
    head.writeUInt8(width % 256, at)
    head.writeUInt8(width % 256, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(data.length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += data.length
  }
  return Buffer.concat([head, ...pictures.map(({ data }) => data)])
}

/** @param {Draw} draw */
export function icns(draw) {
  const entries = Object.entries(ICNS_TYPES).map(([type, width]) => chunk(type, draw(width)))
  return chunk('icns', Buffer.concat(entries))
}

/**
 * @param {string} type
 * @param {Uint8Array} data
 */
function chunk(type, data) {
  const head = Buffer.alloc(8, type, 'latin1')
  head.writeUInt32BE(8 + data.length, 4)
  return Buffer.concat([head, data])
}

/**
 * A bitmap as an .ico holds it: no file header, rows from the bottom up, twice as high for the mask, which
 * stays empty because the pixels carry their own transparency.
 * @param {Uint8Array} png
 */
function bitmap(png) {
  const { width, height, data } = PNG.sync.read(Buffer.from(png))
  const head = Buffer.alloc(40)
  head.writeUInt32LE(40, 0)
  head.writeInt32LE(width, 4)
  head.writeInt32LE(height * 2, 8)
  head.writeUInt16LE(1, 12)
  head.writeUInt16LE(32, 14)
  const pixels = Buffer.alloc(width * height * 4)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const from = (y * width + x) * 4
      const to = ((height - 1 - y) * width + x) * 4
      pixels[to] = data[from + 2] ?? 0
      pixels[to + 1] = data[from + 1] ?? 0
      pixels[to + 2] = data[from] ?? 0
      pixels[to + 3] = data[from + 3] ?? 0
    }
  }
  const maskRowBytes = Math.ceil(width / 32) * 4
  return Buffer.concat([head, pixels, Buffer.alloc(maskRowBytes * height)])
}
