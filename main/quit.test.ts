import { beforeEach, describe, expect, it } from 'vitest'
import type { WorkingSession } from '../contract/desktop.ts'
import { Quit } from './quit.ts'
import { textsFor } from './texts.ts'

let working: WorkingSession[]
let happened: string[]
let answer: boolean
let hubEnds: PromiseWithResolvers<void>
let quit: Quit

beforeEach(() => {
  working = []
  happened = []
  answer = true
  hubEnds = Promise.withResolvers()
  quit = new Quit({
    working: () => working,
    ask: async ({ text }) => {
      happened.push(`asked: ${text.split('\n\n')[0]}`)
      return answer
    },
    stop: () => {
      happened.push('stop')
      return hubEnds.promise
    },
    exit: () => happened.push('exit'),
    texts: textsFor('en').quit,
  })
})

const sessions = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ sessionId: `${index}`, sessionName: `S${index}` }))

describe('quitting', () => {
  it('stops the hub, and ends the app only when that has ended', async () => {
    const done = quit.request()
    await Promise.resolve()
    expect([happened, quit.isUnderWay, quit.mayExit]).toEqual([['stop'], true, false])
    hubEnds.resolve()
    await done
    expect([happened, quit.mayExit]).toEqual([['stop', 'exit'], true])
  })

  it('can be asked for again after an installer did not bring it about', async () => {
    hubEnds.resolve()
    await quit.prepare()
    expect(quit.revoke()).toBe(true)
    expect([quit.isUnderWay, quit.mayExit]).toEqual([false, false])
    await quit.request()
    expect(happened).toEqual(['stop', 'stop', 'exit'])
  })

  it('is possible while an installer keeps the app waiting, and then cannot be revoked', async () => {
    hubEnds.resolve()
    await quit.prepare()
    await quit.request()
    expect(happened).toEqual(['stop', 'exit'])
    expect([quit.revoke(), quit.isUnderWay, quit.mayExit]).toEqual([false, true, true])
  })

  it('is heard once, however often somebody asks', async () => {
    hubEnds.resolve()
    await Promise.all([quit.request(), quit.request()])
    expect(happened).toEqual(['stop', 'exit'])
  })

  it('lists what stops while agents work', async () => {
    working = sessions(7)
    hubEnds.resolve()
    await quit.request()
    expect(happened).toEqual(['asked: • S0\n• S1\n• S2\n• S3\n• S4\nand 2 more', 'stop', 'exit'])
  })

  it('goes on when the person keeps it running, and asks again the next time', async () => {
    working = sessions(1)
    answer = false
    await quit.request()
    await quit.request()
    expect([happened, quit.isUnderWay]).toEqual([['asked: • S0', 'asked: • S0'], false])
  })

  it('asks one question at a time', async () => {
    working = sessions(1)
    answer = false
    await Promise.all([quit.request(), quit.request()])
    expect(happened).toEqual(['asked: • S0'])
  })

  it('asks nobody when the system shuts down', async () => {
    working = sessions(3)
    hubEnds.resolve()
    await quit.now()
    expect(happened).toEqual(['stop', 'exit'])
  })

  it('stops the hub once, whoever wants it', async () => {
    hubEnds.resolve()
    await Promise.all([quit.prepare(), quit.now()])
    expect(happened).toEqual(['stop', 'exit'])
  })
})
