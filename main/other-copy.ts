import type { Answerer } from './health.ts'
import type { PortHolder } from './port-holder.ts'

const GONE_WITHIN_MS = 8000
const LOOK_EVERY_MS = 200

export interface OtherCopyParts {
  whoAnswers(origin: string): Promise<Answerer>
  findPortHolder(port: number): Promise<PortHolder | undefined>
  /** As `process.kill`. */
  signal(pid: number, signal: 'SIGTERM' | 0): void
  wait(ms: number): Promise<void>
}

/**
 * Asks the hub that listens at an address to end, and waits until it has.
 * @returns false when nobody there is a hub, or it is not ours to end, or does not end
 */
export async function stopOtherCopy(
  { origin, port }: { origin: string; port: number },
  { whoAnswers, findPortHolder, signal, wait }: OtherCopyParts,
): Promise<boolean> {
  const holder = await findPortHolder(port)
  // Looked at again at the last moment: a number that was a hub's may by now be another program's.
  if (!holder || (await whoAnswers(origin)) !== 'hub') return false
  try {
    signal(holder.pid, 'SIGTERM')
    for (let waitedMs = 0; waitedMs < GONE_WITHIN_MS; waitedMs += LOOK_EVERY_MS) {
      await wait(LOOK_EVERY_MS)
      signal(holder.pid, 0)
    }
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
