import { readFileSync } from 'node:fs'
import { expect, test } from '../support/desktop.ts'

test('with --headless the app is the hub alone, which ends cleanly when it is asked to', async ({
  computer,
}) => {
  const copy = computer.startBeside(['--headless'])
  await copy.ready
  expect((await fetch(`${computer.origin}/health`)).ok).toBe(true)
  expect(copy.output()).toContain(computer.origin)
  copy.kill('SIGTERM')
  expect(await copy.ended).toBe(0)
})

test('with --headless it needs no display, and stays the process that was started', async ({ computer }) => {
  test.skip(process.platform !== 'linux', 'Elsewhere there is always a display.')
  const copy = computer.startWithoutDisplay(['--headless'])
  await expect.poll(copy.output, { timeout: 20_000 }).toContain(`listens at ${computer.origin}`)
  expect(readFileSync(`/proc/${copy.pid}/cmdline`, 'utf8').split('\0')).toContain('--ozone-platform=headless')
  copy.kill('SIGTERM')
  expect(await copy.ended).toBe(0)
})
