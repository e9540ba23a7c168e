import { closeSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

const RETRY_MS = 20
const PATIENCE_MS = 10_000
/** Nobody holds the lock longer than a few milliseconds. */
const STALE_MS = 5000

/**
 * Runs `work` while no other process (nor another caller in this one) holds the lock file `path`. A lock
 * left behind by a process that died is taken over.
 * @throws when somebody else keeps it for ten seconds
 */
export async function withFileLock<T>(path: string, work: () => T): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS
  while (!tryLock(path)) {
    if (isStale(path)) rmSync(path, { force: true })
    else if (Date.now() > deadline) throw new Error(`Another program keeps ${path} locked`)
    else await wait(RETRY_MS)
  }
  try {
    return work()
  } finally {
    rmSync(path, { force: true })
  }
}

function tryLock(path: string): boolean {
  try {
    const file = openSync(path, 'wx', 0o600)
    writeSync(file, String(process.pid))
    closeSync(file)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

function isStale(path: string): boolean {
  try {
    if (Date.now() - statSync(path).mtimeMs > STALE_MS) return true
    const pid = Number(readFileSync(path, 'utf8'))
    return pid > 0 && !isRunning(pid)
  } catch (error) {
    // Its holder has just let go of it.
    if (hasCode(error, 'ENOENT')) return false
    throw error
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !hasCode(error, 'ESRCH')
  }
}

const hasCode = (error: unknown, code: string) => (error as NodeJS.ErrnoException).code === code
