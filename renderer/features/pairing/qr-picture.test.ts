import { encode } from 'uqr'
import { describe, expect, it } from 'vitest'
import { QUIET_ZONE, qrPicture } from './qr-picture.ts'

const LINK =
  'svccompanion://bind?hub=http%3A%2F%2F192.168.1.20%3A3006&code=0123456789abcdefghijklmnopqrstuvwxyzABCDEFG'

/** Paints the outline module by module, as a browser would. */
function paint({ size, path }: { size: number; path: string }): boolean[][] {
  const modules = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    const row = modules[Number(y)] ?? []
    for (let at = Number(x); at < Number(x) + Number(length); at += 1) {
      expect(row[at]).toBe(false)
      row[at] = true
    }
  }
  return modules
}

describe('qrPicture', () => {
  it('paints exactly the modules of the code', () => {
    expect(paint(qrPicture(LINK))).toEqual(encode(LINK, { ecc: 'M', border: QUIET_ZONE }).data)
  })

  it('keeps four modules free on every side', () => {
    const modules = paint(qrPicture(LINK))
    const { length } = modules
    const isEdge = (at: number) => at < 4 || at >= length - 4
    const edge = modules.flatMap((row, y) => row.filter((_, x) => isEdge(x) || isEdge(y)))
    expect(edge.every((isDark) => !isDark)).toBe(true)
    expect(modules[4]?.slice(4, 11)).toEqual(Array(7).fill(true))
  })
})
