import type { Clock } from './clock.ts'
import { loadSealingKey, type SafeStorage } from './key-store.ts'
import { waitPatiently } from './patience.ts'

/** So long a key store opens by itself; after that it probably asks the person for something. */
export const KEY_STORE_TELL_AFTER_MS = 5000
/** Nobody may be there to answer it: the hub, and with it all agents, then goes on without. */
export const KEY_STORE_GIVE_UP_AFTER_MS = 60_000

export interface HubEnvironmentParts {
  safeStorage: SafeStorage
  /** Where the sealing key lies. */
  keyPath: string
  /** The key store takes long. */
  onSlow(): void
  clock: Clock
}

export interface HubEnvironment {
  env: Record<string, string | undefined>
  /** The sealing key in it, which no log may show. */
  key: string | undefined
  /** English sentences for the log and the settings. */
  warnings: string[]
}

/** What the hub is started with: the app's own environment and the sealing key. Waits a minute at most. */
export async function hubEnvironment(parts: HubEnvironmentParts): Promise<HubEnvironment> {
  const { safeStorage, keyPath, onSlow, clock } = parts
  const found = await waitPatiently(loadSealingKey({ safeStorage, path: keyPath }), {
    tellAfterMs: KEY_STORE_TELL_AFTER_MS,
    giveUpAfterMs: KEY_STORE_GIVE_UP_AFTER_MS,
    onSlow,
    clock,
  })
  const { key, problem } = found ?? { key: undefined, problem: GAVE_UP }
  return {
    env: { ...process.env, SVC_SEALING_KEY: key },
    key,
    warnings: problem === undefined ? [] : [problem],
  }
}

const GAVE_UP =
  'The system’s key store did not open within a minute, so the hub runs without it: keys that were sealed cannot be used. Open the key store, then start Svc Hub again.'
