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
