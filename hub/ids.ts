import { randomFillSync } from 'node:crypto'

const bytes = Buffer.alloc(16)
let lastMs = 0
let counter = 0

/**
 * A UUID (version 7) that rises with time and within a millisecond, so that rows inserted one after the
 * other stand side by side in the index of their ids.
 */
export function newId(now = Date.now()): string {
  if (now > lastMs) {
    lastMs = now
    counter = 0
  } else counter += 1
  if (counter > 0xfff) {
    lastMs += 1
    counter = 0
  }
  randomFillSync(bytes, 8, 8)
  bytes.writeUIntBE(lastMs, 0, 6)
  bytes[6] = 0x70 | (counter >> 8)
  bytes[7] = counter & 0xff
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
