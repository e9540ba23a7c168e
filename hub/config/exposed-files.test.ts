import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findExposures } from './exposed-files.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-exposed-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const put = (name: string, mode: number) => {
  writeFileSync(join(folder, name), '{}')
  chmodSync(join(folder, name), mode)
}

describe.skipIf(process.platform === 'win32')('files that others could read', () => {
  it('are named with their rights, those of the owner alone are not', async () => {
    put('settings.json', 0o644)
    put('jwt-secret.json', 0o600)
    put('hub.db', 0o660)
    put('notes.txt', 0o666)
    const found = await findExposures(folder, '/home/x', 'linux')
    expect(found.map((sentence) => /open (\S+) \(mode (\d+)\)/.exec(sentence)?.slice(1))).toEqual([
      [join(folder, 'hub.db'), '0660'],
      [join(folder, 'settings.json'), '0644'],
    ])
  })
})

describe('a data folder that is', () => {
  it('not there yet exposes nothing', async () => {
    expect(await findExposures(join(folder, 'new'), folder)).toEqual([])
  })

  it('inside the user folder on Windows is private', async () => {
    put('settings.json', 0o644)
    expect(await findExposures(folder, tmpdir(), 'win32')).toEqual([])
  })

  it('elsewhere on Windows is named', async () => {
    put('settings.json', 0o600)
    const found = await findExposures(folder, join(tmpdir(), 'somebody'), 'win32')
    expect(found).toEqual([expect.stringContaining(`${folder} lies outside your own user folder`)])
  })
})
