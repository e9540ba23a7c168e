import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { profileFolder } from './profile-folder.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-profile-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('is the wanted one, made for its owner alone', () => {
  const wanted = join(folder, 'data', 'desktop')
  expect(profileFolder(wanted, folder)).toBe(wanted)
  expect(statSync(wanted).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o700)
})

it('is a fresh temporary one where the wanted one cannot be made', () => {
  const file = join(folder, 'data')
  writeFileSync(file, '')
  const found = profileFolder(join(file, 'desktop'), folder)
  expect(dirname(found)).toBe(folder)
  expect(profileFolder(join(file, 'desktop'), folder)).not.toBe(found)
})
