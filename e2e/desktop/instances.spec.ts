import { expect, test } from '../support/desktop.ts'

test('a second start brings up the window that is there, and ends', async ({ computer }) => {
  const app = await computer.start()
  const pid = await app.hubPid()
  await app.closeWindow()
  await app.until(({ windows }) => windows[0]?.isVisible === false)

  const second = computer.startBeside()
  expect(await second.ended).toBe(0)
  expect(second.output()).toContain('Svc Hub is already running')
  const { windows, hubPid } = await app.until((now) => now.windows[0]?.isVisible === true)
  expect([windows.length, hubPid]).toEqual([1, pid])
})

test('of two copies started at once one runs and the other ends', async ({ computer }) => {
  const copies = [computer.startBeside(['--hidden']), computer.startBeside(['--hidden'])]
  const outcomes = await Promise.all(
    copies.map(({ ready, ended }) => Promise.race([ready.then(() => 'runs'), ended])),
  )
  expect(outcomes.toSorted()).toEqual([0, 'runs'])
  expect((await fetch(`${computer.origin}/health`)).ok).toBe(true)
})

test('a copy that was killed leaves nothing behind that stops the next one', async ({ computer }) => {
  const killed = await computer.start({ args: ['--hidden'] })
  const pid = await killed.hubPid()
  killed.kill('SIGKILL')
  await killed.ended

  const next = await computer.start({ args: ['--hidden'] })
  expect(await next.hubPid(pid)).not.toBe(pid)
})
