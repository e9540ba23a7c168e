import type { Clock } from './clock.ts'

export interface Patience {
  /** After so long somebody is told that it is waited for. */
  tellAfterMs: number
  /** After so long it is waited for no more. */
  giveUpAfterMs: number
  onSlow(): void
  clock: Clock
}

/**
 * Waits for something that may take long, but not without limit.
 * @returns what it came to, or undefined when that took too long
 * @throws what the promise rejects with
 */
export async function waitPatiently<T>(
  promise: Promise<T>,
  { tellAfterMs, giveUpAfterMs, onSlow, clock }: Patience,
): Promise<T | undefined> {
  const tooLong = Promise.withResolvers<undefined>()
  const timers = [
    clock.after(tellAfterMs, onSlow),
    clock.after(giveUpAfterMs, () => tooLong.resolve(undefined)),
  ]
  try {
    return await Promise.race([promise, tooLong.promise])
  } finally {
    for (const timer of timers) timer.cancel()
  }
}
