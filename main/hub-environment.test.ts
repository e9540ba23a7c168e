import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { hubEnvironment, KEY_STORE_GIVE_UP_AFTER_MS, KEY_STORE_TELL_AFTER_MS } from './hub-environment.ts'
import type { SafeStorage } from './key-store.ts'
import { ManualClock } from './testing/manual-clock.ts'

let folder: string
let clock: ManualClock
let slow: number

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-environment-'))
  clock = new ManualClock()
  slow = 0
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const start = (isOpen: Promise<boolean>) => {
  const safeStorage: SafeStorage = {
    isAsyncEncryptionAvailable: () => isOpen,
    encryptStringAsync: async (text) => Buffer.from(text),
    decryptStringAsync: async (encrypted) => ({ result: encrypted.toString() }),
    getSelectedStorageBackend: () => 'gnome_libsecret',
  }
  const onSlow = () => {
    slow += 1
  }
  return hubEnvironment({ safeStorage, keyPath: join(folder, 'sealing-key'), onSlow, clock })
}

it('hands the hub its key, and everything the app was started with', async () => {
  const { env, key, warnings } = await start(Promise.resolve(true))
  expect(Buffer.from(key ?? '', 'base64')).toHaveLength(32)
  expect([env.SVC_SEALING_KEY, env.PATH, warnings, slow]).toEqual([key, process.env.PATH, [], 0])
})

it('does without the key, and says so, when the key store does not open for a minute', async () => {
  const starting = start(new Promise(() => {}))
  clock.advance(KEY_STORE_TELL_AFTER_MS)
  expect(slow).toBe(1)
  clock.advance(KEY_STORE_GIVE_UP_AFTER_MS)
  const { env, key, warnings } = await starting
  expect([key, env.SVC_SEALING_KEY, warnings]).toEqual([
    undefined,
    undefined,
    [expect.stringContaining('did not open within a minute')],
  ])
})
