import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { checkFirstScreen, FIRST_SCREEN_LIMIT_BYTES, firstScreenFiles } from './first-screen.mjs'

const manifest = {
  'index.html': { file: 'assets/index.js', isEntry: true, imports: ['_a.js'], dynamicImports: ['later.ts'] },
  '_a.js': { file: 'assets/a.js', imports: ['_b.js'] },
  '_b.js': { file: 'assets/b.js', imports: ['_a.js'] },
  'later.ts': { file: 'assets/later.js', imports: ['_c.js'] },
  '_c.js': { file: 'assets/c.js' },
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-hub-first-screen-'))
  for (const name of ['.vite', 'assets']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, '.vite/manifest.json'), JSON.stringify(manifest))
  vi.spyOn(console, 'log').mockReturnValue()
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Files that compressing does not make smaller. */
function write(sizes: Record<string, number>) {
  for (const [file, bytes] of Object.entries(sizes)) {
    writeFileSync(join(folder, `assets/${file}.js`), randomBytes(bytes))
  }
}

it('counts the entry and what it imports, once each, and not what is loaded later', () => {
  expect(firstScreenFiles(manifest)).toEqual(['assets/index.js', 'assets/a.js', 'assets/b.js'])
})

it('passes while there is room, whatever the later screens weigh', () => {
  write({ index: 1000, a: 1000, b: 1000, later: FIRST_SCREEN_LIMIT_BYTES, c: FIRST_SCREEN_LIMIT_BYTES })
  checkFirstScreen(folder)
  expect(console.log).toHaveBeenCalledWith(expect.stringMatching(/^the first screen takes 3\.\d kB/))
})

it('fails when the parts together weigh too much', () => {
  write({ index: 1000, a: FIRST_SCREEN_LIMIT_BYTES - 2000, b: 1000 })
  expect(() => checkFirstScreen(folder)).toThrow('the first screen takes 250.1 kB of script, of 250.0 kB')
})
