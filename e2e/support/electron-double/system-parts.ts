import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { StrictEmitter, strict } from './strict.ts'

/* What the system offers an app, as far as main asks for it. */

class NativeTheme extends StrictEmitter {
  readonly shouldUseDarkColors = false
  readonly shouldUseDarkColorsForSystemIntegratedUI = false
}
export const nativeTheme = new NativeTheme('updated')

class PowerMonitor extends StrictEmitter {}
export const powerMonitor = new PowerMonitor('resume', 'unlock-screen', 'shutdown')

const blockers = new Set<number>()
let lastBlocker = 0
export const powerSaveBlocker = strict('powerSaveBlocker', {
  start(_type: string): number {
    lastBlocker += 1
    blockers.add(lastBlocker)
    return lastBlocker
  },
  stop: (id: number): boolean => blockers.delete(id),
  isStarted: (id: number): boolean => blockers.has(id),
})

export const screen = strict('screen', {
  getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1280, height: 800 } }],
})

/** Stands for the key that a system's key store holds for its user. */
const STORE_KEY = Buffer.alloc(32, 'double')
const IV_BYTES = 12
const TAG_BYTES = 16

export const safeStorage = strict('safeStorage', {
  isAsyncEncryptionAvailable: async () => true,
  getSelectedStorageBackend: () => 'gnome_libsecret',
  async encryptStringAsync(text: string): Promise<Buffer> {
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv('aes-256-gcm', STORE_KEY, iv)
    return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  },
  async decryptStringAsync(encrypted: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }> {
    const decipher = createDecipheriv('aes-256-gcm', STORE_KEY, encrypted.subarray(0, IV_BYTES))
    decipher.setAuthTag(encrypted.subarray(-TAG_BYTES))
    const text = decipher.update(encrypted.subarray(IV_BYTES, -TAG_BYTES))
    return { result: Buffer.concat([text, decipher.final()]).toString('utf8'), shouldReEncrypt: false }
  },
})
