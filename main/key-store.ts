import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const KEY_BYTES = 32

/** What we use of Electron's `safeStorage`; usable after the app's `ready`. */
export interface SafeStorage {
  isAsyncEncryptionAvailable(): Promise<boolean>
  encryptStringAsync(text: string): Promise<Buffer>
  decryptStringAsync(encrypted: Buffer): Promise<{ result: string }>
  /** Linux only. */
  getSelectedStorageBackend?(): string
}

export interface KeyStoreOptions {
  safeStorage: SafeStorage
  /** Where the sealing key lies, closed by the system's key store. */
  path: string
  platform?: NodeJS.Platform
}

/** `key` is 32 bytes as base64, for the hub's SVC_SEALING_KEY; `problem` is a sentence for the log. */
export interface SealingKey {
  key: string | undefined
  problem?: string
}

/**
 * The key with which the hub seals what people type in (decision 0008): made once, closed by the system's key
 * store. Without such a store, or when it does not open the key, there is none: the hub then keeps what is typed
 * as it is, in its settings file for the owner alone. An unreadable file is never replaced.
 */
export async function loadSealingKey({
  safeStorage,
  path,
  platform = process.platform,
}: KeyStoreOptions): Promise<SealingKey> {
  try {
    if (!(await isProtecting(safeStorage, platform))) return { key: undefined }
    if (!existsSync(path)) await create(safeStorage, path)
    const { result } = await safeStorage.decryptStringAsync(readFileSync(path))
    if (Buffer.from(result, 'base64').length === KEY_BYTES) return { key: result }
    return { key: undefined, problem: cannotOpen(path, 'it does not hold a key') }
  } catch (error) {
    return { key: undefined, problem: cannotOpen(path, (error as Error).message) }
  }
}

/** On Linux a key store that encrypts with a password everybody knows counts as none. */
async function isProtecting(safeStorage: SafeStorage, platform: NodeJS.Platform): Promise<boolean> {
  if (!(await safeStorage.isAsyncEncryptionAvailable())) return false
  return (
    platform !== 'linux' ||
    !['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend?.() ?? '')
  )
}

async function create(safeStorage: SafeStorage, path: string): Promise<void> {
  const closed = await safeStorage.encryptStringAsync(randomBytes(KEY_BYTES).toString('base64'))
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const temporary = `${path}.${randomBytes(6).toString('hex')}`
  try {
    writeFileSync(temporary, closed, { mode: 0o600, flag: 'wx', flush: true })
    // Unlike a rename, a link never takes the place of a file that came in between.
    linkSync(temporary, path)
  } finally {
    rmSync(temporary, { force: true })
  }
}

function cannotOpen(path: string, reason: string): string {
  return `The system's key store did not open ${path} (${reason}). Keys that were sealed with it have to be entered again; remove the file to begin anew.`
}
