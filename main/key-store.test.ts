import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadSealingKey, type SafeStorage } from './key-store.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-keys-'))
  path = join(folder, 'app', 'sealing-key')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A key store that turns the text around, which is enough to see that it was asked. */
const turned = (text: string) => [...text].reverse().join('')
const storage = (more: Partial<SafeStorage> = {}): SafeStorage => ({
  isAsyncEncryptionAvailable: async () => true,
  encryptStringAsync: async (text) => Buffer.from(`closed ${turned(text)}`),
  decryptStringAsync: async (closed) => {
    if (!closed.toString().startsWith('closed ')) throw new Error('not mine')
    return { result: turned(closed.toString().slice(7)) }
  },
  getSelectedStorageBackend: () => 'gnome_libsecret',
  ...more,
})

const load = (more: Partial<SafeStorage> = {}, platform: NodeJS.Platform = 'linux') =>
  loadSealingKey({ safeStorage: storage(more), path, platform })

describe('the sealing key', () => {
  it('is 32 random bytes, the same at every start, closed on the disk for the owner alone', async () => {
    const { key = '' } = await load()
    expect(Buffer.from(key, 'base64')).toHaveLength(32)
    expect(await load()).toEqual({ key })
    expect(readFileSync(path, 'utf8')).toBe(`closed ${turned(key)}`)
    expect(readdirSync(join(folder, 'app'))).toEqual(['sealing-key'])
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it.each([
    ['no key store', { isAsyncEncryptionAvailable: async () => false }],
    ['a key store whose password everybody knows', { getSelectedStorageBackend: () => 'basic_text' }],
    ['a key store that is not known', { getSelectedStorageBackend: () => 'unknown' }],
  ])('is not there with %s, and leaves no file', async (_name, more) => {
    expect(await load(more)).toEqual({ key: undefined })
    expect(readdirSync(folder)).toEqual([])
  })

  it('needs no backend’s name on other systems', async () => {
    const { key } = await loadSealingKey({
      safeStorage: { ...storage(), getSelectedStorageBackend: () => 'unknown' },
      path,
      platform: 'darwin',
    })
    expect(key).toBeDefined()
  })

  it.each([
    ['another key store closed', 'foreign'],
    ['holds something else', `closed ${turned('short')}`],
  ])('is not there and says why when the file is one that %s; the file stays', async (_name, content) => {
    await load()
    writeFileSync(path, content)
    expect(await load()).toEqual({ key: undefined, problem: expect.stringContaining(path) })
    expect(readFileSync(path, 'utf8')).toBe(content)
  })

  it('is not there and says why when the disk does not take it', async () => {
    writeFileSync(join(folder, 'app'), '')
    expect(await load()).toEqual({ key: undefined, problem: expect.stringContaining(path) })
  })
})
