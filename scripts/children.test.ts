import { describe, expect, it } from 'vitest'
import { Child } from './children.mjs'

const run = (program: string) => new Child(process.execPath, ['-e', program], {})

describe('a desktop app that is started', () => {
  it('has begun when it says so', async () => {
    const app = run("process.send({ type: 'started' }); setInterval(() => {}, 1000)")
    expect(await app.failure()).toBeUndefined()
    await app.stop()
  })

  it('has failed when it ends before, whatever else it said', async () => {
    const app = run("process.send({ type: 'other' }); process.exitCode = 7; process.disconnect()")
    expect(await app.failure()).toBe('Electron ended before it had begun (code 7)')
  })

  it('has not failed when another copy took over and it ended as it should', async () => {
    expect(await run('').failure()).toBeUndefined()
  })

  it('has failed when its program is not there', async () => {
    expect(await new Child('/nowhere/electron', [], {}).failure()).toContain('ended before it had begun')
  })
})
