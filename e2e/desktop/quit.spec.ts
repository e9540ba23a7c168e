import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '../support/desktop.ts'

test('quitting during a turn names who works, and stops only when it is meant', async ({ computer }) => {
  const app = await computer.start()
  const pid = await app.hubPid()
  const api = await computer.addMachine()
  const id = await api.startSession('In the middle')
  await api.send(id, 'Please run the tests')
  await app.trayEntry('In the middle')

  await app.clickTray('Quit Svc Hub')
  const question = await app.dialog()
  expect(question.message).toBe('Quit Svc Hub while agents are working?')
  expect(question.detail).toContain('In the middle')
  await app.answer(question, 'Keep running')
  expect((await app.now()).hubPid).toBe(pid)

  await app.clickTray('Quit Svc Hub')
  await app.answer(await app.dialog(), 'Quit')
  expect(await app.ended).toBe(0)
})

test('a quit ends the hub, its streams and its database cleanly', async ({ computer }) => {
  const app = await computer.start()
  const pid = await app.hubPid()
  await expect((await app.page()).getByRole('heading', { name: 'First steps' })).toBeVisible()
  const database = join(computer.dataFolder, 'hub.db')
  expect(existsSync(`${database}-wal`)).toBe(true)

  expect(await app.quit()).toBe(0)
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  expect(['', '-wal', '-shm'].map((suffix) => existsSync(database + suffix))).toEqual([true, false, false])
})

test('the system’s own request to end is as clean, and asks nothing', async ({ computer }) => {
  test.skip(process.platform === 'win32', 'Windows has no such signal')
  const app = await computer.start({ args: ['--hidden'] })
  await app.hubPid()
  await computer.addMachine()
  await app.trayEntry('Fix the flaky test')
  app.kill('SIGTERM')
  expect(await app.ended).toBe(0)
  expect(existsSync(join(computer.dataFolder, 'hub.db-wal'))).toBe(false)
})
