import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { withFileLock } from './file-lock.ts'

let folder: string
let path: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-lock-'))
  path = join(folder, 'lock')
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('holds the lock file during the work, and lets go of it after a failure too', async () => {
  expect(await withFileLock(path, () => existsSync(path))).toBe(true)
  expect(existsSync(path)).toBe(false)
  const failing = withFileLock(path, () => {
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(existsSync(path)).toBe(false)
})

it('waits while a running process holds it', async () => {
  writeFileSync(path, String(process.pid))
  let isDone = false
  const waiting = withFileLock(path, () => {
    isDone = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(isDone).toBe(false)
  rmSync(path)
  await waiting
  expect(isDone).toBe(true)
})

it('takes over the lock of a process that died', async () => {
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  writeFileSync(path, String(pid))
  expect(await withFileLock(path, () => 'mine')).toBe('mine')
})

it('takes over a lock that is too old to be true', async () => {
  writeFileSync(path, String(process.pid))
  const long = new Date(Date.now() - 60_000)
  utimesSync(path, long, long)
  expect(await withFileLock(path, () => 'mine')).toBe('mine')
})
