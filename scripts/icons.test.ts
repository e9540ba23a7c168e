import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { iconFiles, iconFolders, trayStates } from './icon-files.mjs'
import { filesIn, root } from './tree.mjs'

const drawn = iconFiles()
const stored = (path: string) => readFileSync(join(root, path))

describe('the icons', () => {
  it('are all there, and nothing beside them', () => {
    expect(iconFolders.flatMap(filesIn).sort()).toEqual([...drawn.keys()].sort())
  })

  it.each([...drawn])('%s is what assets/icon.svg draws (npm run icons)', (path, bytes) => {
    expect(stored(path).equals(bytes)).toBe(true)
  })

  it('of the tray differ by shape: no two states leave the same pixels clear', () => {
    const outlines = trayStates.map((state) => {
      const { data } = PNG.sync.read(stored(`assets/tray/${state}Template.png`))
      return data.filter((_, index) => index % 4 === 3).map((alpha) => (alpha > 127 ? 1 : 0))
    })
    for (const [index, outline] of outlines.entries()) {
      for (const other of outlines.slice(index + 1)) {
        const different = outline.filter((pixel, at) => pixel !== other[at]).length
        expect(different).toBeGreaterThan(40)
      }
    }
  })

  it('of macOS’ menu bar are black alone, so that the system can colour them', () => {
    for (const state of trayStates) {
      const { data } = PNG.sync.read(stored(`assets/tray/${state}Template@2x.png`))
      const colours = data.filter((_, index) => index % 4 !== 3)
      expect(Math.max(...colours)).toBe(0)
    }
  })
})

describe('the Windows icon', () => {
  const file = stored('assets/app/icon.ico')
  const count = file.readUInt16LE(4)
  const entries = Array.from({ length: count }, (_, index) => {
    const at = 6 + 16 * index
    return {
      width: file.readUInt8(at) || 256,
      bytes: file.readUInt32LE(at + 8),
      offset: file.readUInt32LE(at + 12),
    }
  })

  it('holds the sizes the shell asks for, end to end', () => {
    expect(entries.map(({ width }) => width)).toEqual([16, 24, 32, 48, 64, 128, 256])
    const last = entries.at(-1)
    expect((last?.offset ?? 0) + (last?.bytes ?? 0)).toBe(file.length)
  })

  it('holds the small ones as bitmaps with the colours of the picture', () => {
    const { offset = 0, width = 0 } = entries[2] ?? {}
    expect([file.readUInt32LE(offset), file.readInt32LE(offset + 4)]).toEqual([40, width])
    // Four pixels above the lower edge, in the middle: the background of the picture, as blue, green, red, alpha.
    const pixel = offset + 40 + (4 * width + width / 2) * 4
    expect([...file.subarray(pixel, pixel + 4)]).toEqual([0x73, 0x6a, 0x0f, 0xff])
  })
})

describe('the macOS icon', () => {
  it('is a chain of PNGs of the widths their names promise', () => {
    const file = stored('assets/app/icon.icns')
    expect([file.toString('latin1', 0, 4), file.readUInt32BE(4)]).toEqual(['icns', file.length])
    const found: [string, number][] = []
    for (let at = 8; at < file.length; at += file.readUInt32BE(at + 4)) {
      const picture = PNG.sync.read(file.subarray(at + 8, at + file.readUInt32BE(at + 4)))
      found.push([file.toString('latin1', at, at + 4), picture.width])
    }
    expect(Object.fromEntries(found)).toEqual({
      ic11: 32,
      ic12: 64,
      ic07: 128,
      ic13: 256,
      ic08: 256,
      ic14: 512,
      ic09: 512,
      ic10: 1024,
    })
  })
})
