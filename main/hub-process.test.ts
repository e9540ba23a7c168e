import { beforeEach, describe, expect, it } from 'vitest'
import type { HubCommand, HubReport } from '../contract/desktop.ts'
import type { Answerer } from './health.ts'
import {
  BACK_OFF_MS,
  FAILURES_MAX,
  type HubChild,
  type HubState,
  HubSupervisor,
  MISSED_PROBES_MAX,
  PROBE_EVERY_MS,
  STABLE_AFTER_MS,
  STOP_WITHIN_MS,
  type StartOptions,
} from './hub-process.ts'
import { ManualClock } from './testing/manual-clock.ts'

/** A hub that does nothing but what the test makes it do. */
class FakeChild implements HubChild {
  readonly commands: HubCommand[] = []
  readonly options: StartOptions
  words = ''
  isKilled = false
  #onMessage: (message: unknown) => void = () => {}
  #onExit: (code: number | null) => void = () => {}

  constructor(options: StartOptions) {
    this.options = options
  }

  send(command: HubCommand): void {
    this.commands.push(command)
  }

  kill(): void {
    this.isKilled = true
    this.exit(null)
  }

  onMessage(listener: (message: unknown) => void): void {
    this.#onMessage = listener
  }

  onExit(listener: (code: number | null) => void): void {
    this.#onExit = listener
  }

  lastWords(): string {
    return this.words
  }

  say(message: unknown): void {
    this.#onMessage(message)
  }

  ready(): void {
    this.say(ready)
  }

  exit(code: number | null = 1): void {
    this.#onExit(code)
  }
}

const ready: HubReport = {
  type: 'ready',
  origin: 'http://127.0.0.1:3006',
  accessToken: 'code',
  warnings: [],
  dataFolder: '/data',
}
const failed = (code: string) => ({ type: 'failed', code, message: `It is ${code}.` })

let clock: ManualClock
let children: FakeChild[]
let states: HubState['status'][]
let reports: HubReport[]
let answerer: Answerer
let asked: string[]
let supervisor: HubSupervisor

beforeEach(() => {
  clock = new ManualClock()
  children = []
  states = []
  reports = []
  asked = []
  answerer = 'hub'
  supervisor = new HubSupervisor({
    startChild(options) {
      children.push(new FakeChild(options))
      return child()
    },
    whoAnswers: async (origin) => {
      asked.push(origin)
      return answerer
    },
    clock,
    log() {},
    onState: ({ status }) => states.push(status),
    onReport: (report) => reports.push(report),
  })
})

const child = () => children.at(-1) as FakeChild

/** Lets a probe that was begun come to its end. */
const probed = async () => {
  clock.advance(PROBE_EVERY_MS)
  await new Promise((resolve) => setImmediate(resolve))
}

describe('a hub that starts', () => {
  it('runs once it says that it is ready', () => {
    supervisor.start()
    child().ready()
    expect(states).toEqual(['starting', 'running'])
    expect(supervisor.state).toMatchObject({
      ready: { origin: 'http://127.0.0.1:3006', accessToken: 'code' },
    })
  })

  it('is one, however often it is started', () => {
    supervisor.start()
    supervisor.start()
    child().ready()
    supervisor.start()
    expect(children).toHaveLength(1)
  })

  it('is not believed when what it says has the wrong shape', () => {
    supervisor.start()
    for (const message of [{ ...ready, origin: 'x' }, { type: 'ready' }, null, 'ready', 7])
      child().say(message)
    expect(states).toEqual(['starting'])
  })

  it('passes on what waits and how decisions ended', () => {
    supervisor.start()
    child().ready()
    child().say({ type: 'waiting', items: [], working: [] })
    child().say({ type: 'decided', sessionId: 's', requestId: 'r' })
    expect(reports.map(({ type }) => type)).toEqual(['waiting', 'decided'])
  })

  it('is known by its new code once that was replaced', () => {
    supervisor.start()
    child().ready()
    child().say({ type: 'access-token', accessToken: 'new' })
    expect(supervisor.state).toMatchObject({ status: 'running', ready: { accessToken: 'new' } })
  })

  it('hears commands only while it runs', () => {
    supervisor.start()
    const command: HubCommand = { type: 'check-streams' }
    const before = supervisor.send(command)
    child().ready()
    expect([before, supervisor.send(command), child().commands]).toEqual([false, true, [command]])
  })
})

describe('a hub that ends by itself', () => {
  it('is started again after a pause that grows', () => {
    supervisor.start()
    for (const [failures, pauseMs] of BACK_OFF_MS.entries()) {
      child().ready()
      child().exit()
      clock.advance(pauseMs - 1)
      expect(children).toHaveLength(failures + 1)
      clock.advance(1)
      expect(children).toHaveLength(failures + 2)
    }
    expect(states.slice(0, 4)).toEqual(['starting', 'running', 'restarting', 'starting'])
  })

  it('is given up after the third failure in a row, with what it said last', () => {
    supervisor.start()
    for (let failure = 1; failure <= FAILURES_MAX; failure += 1) {
      child().ready()
      child().words = 'Error: out of luck'
      child().exit(134)
      if (failure < FAILURES_MAX) clock.advance(BACK_OFF_MS[failure - 1] ?? 0)
    }
    clock.advance(STABLE_AFTER_MS)
    expect(children).toHaveLength(FAILURES_MAX)
    expect(supervisor.state).toEqual({
      status: 'failed',
      failure: {
        code: 'unknown',
        message: 'The hub ended 3 times in a row (code 134).\nError: out of luck',
        dataFolder: '/data',
      },
    })
  })

  it('has its failures forgotten when it ran well for long enough', () => {
    supervisor.start()
    for (let failure = 1; failure <= FAILURES_MAX + 2; failure += 1) {
      child().ready()
      clock.advance(STABLE_AFTER_MS)
      child().exit()
      clock.advance(BACK_OFF_MS[0])
    }
    expect(children).toHaveLength(FAILURES_MAX + 3)
  })

  it('keeps the port a person chose when it is started again', () => {
    supervisor.start({ keepPort: 4000 })
    child().ready()
    child().exit()
    clock.advance(BACK_OFF_MS[0])
    expect(child().options).toEqual({ keepPort: 4000 })
  })
})

describe('a hub that says why it cannot start', () => {
  it.each(['port-taken', 'database-damaged', 'settings-unreadable', 'unknown'])(
    'is not started again by itself (%s)',
    (code) => {
      supervisor.start()
      child().say(failed(code))
      child().exit()
      clock.advance(STABLE_AFTER_MS)
      const failure = { code, message: `It is ${code}.` }
      expect([children.length, supervisor.state]).toEqual([1, { status: 'failed', failure }])
    },
  )

  it.each([
    ['port-taken', 'restarting'],
    ['database-locked', 'restarting'],
    ['database-damaged', 'failed'],
  ])('after it ran before, may only be waiting for itself to end (%s)', (code, status) => {
    supervisor.start()
    child().ready()
    child().exit()
    clock.advance(BACK_OFF_MS[0])
    child().say(failed(code))
    child().exit()
    expect(supervisor.state.status).toBe(status)
  })

  it('names that cause after the third failure', () => {
    supervisor.start()
    child().ready()
    child().exit()
    for (const pauseMs of BACK_OFF_MS) {
      clock.advance(pauseMs)
      child().say(failed('port-taken'))
      child().exit()
    }
    expect(supervisor.state).toMatchObject({ status: 'failed', failure: { code: 'port-taken' } })
  })

  it('starts when a person asks for it again, with all its chances', () => {
    supervisor.start()
    child().say(failed('disk-full'))
    child().exit()
    supervisor.start()
    child().ready()
    child().exit()
    expect(supervisor.state.status).toBe('restarting')
  })
})

describe('a hub that hangs', () => {
  it('is ended and started again when it has not answered for several probes', async () => {
    supervisor.start()
    child().ready()
    const hung = child()
    for (const silent of ['nobody', 'other', 'nobody', 'other'] as const) {
      expect(hung.isKilled).toBe(false)
      answerer = silent
      await probed()
    }
    expect([hung.isKilled, supervisor.state.status]).toEqual([true, 'restarting'])
    expect(asked).toEqual(Array(MISSED_PROBES_MAX).fill('http://127.0.0.1:3006'))
  })

  it('is left alone when it answers again in between', async () => {
    supervisor.start()
    child().ready()
    for (let round = 0; round < 3; round += 1) {
      answerer = 'nobody'
      for (let missed = 1; missed < MISSED_PROBES_MAX; missed += 1) await probed()
      answerer = 'hub'
      await probed()
    }
    expect(supervisor.state.status).toBe('running')
  })

  it('is not blamed for what it missed while the computer slept', async () => {
    supervisor.start()
    child().ready()
    answerer = 'nobody'
    for (let missed = 1; missed < MISSED_PROBES_MAX; missed += 1) await probed()
    supervisor.forgetMissedProbes()
    await probed()
    expect(supervisor.state.status).toBe('running')
  })
})

describe('stopping', () => {
  it('asks the hub to end and waits until it has', async () => {
    supervisor.start()
    child().ready()
    const stopped = supervisor.stop()
    expect([child().commands, supervisor.state.status]).toEqual([[{ type: 'stop' }], 'stopping'])
    child().exit(0)
    await stopped
    expect([child().isKilled, states.at(-1)]).toEqual([false, 'stopped'])
  })

  it('insists when the hub does not end', async () => {
    supervisor.start()
    child().ready()
    const stopped = supervisor.stop()
    clock.advance(STOP_WITHIN_MS)
    await stopped
    expect(child().isKilled).toBe(true)
  })

  it('also ends the wait for the next start', async () => {
    supervisor.start()
    child().ready()
    child().exit()
    await supervisor.stop()
    clock.advance(STABLE_AFTER_MS)
    expect([children.length, supervisor.state.status]).toEqual([1, 'stopped'])
  })

  it('before a restart starts a new one only when the old one is gone', async () => {
    supervisor.start()
    child().ready()
    const old = child()
    const restarted = supervisor.restart()
    expect(children).toHaveLength(1)
    old.exit(0)
    await restarted
    expect([children.length, supervisor.state.status]).toEqual([2, 'starting'])
  })
  it('for good is not undone by a restart that was asked for before, nor by a start after it', async () => {
    supervisor.start()
    child().ready()
    const restarted = supervisor.restart()
    const closed = supervisor.close()
    child().exit(0)
    await Promise.all([restarted, closed])
    supervisor.start()
    expect([children.length, supervisor.state.status]).toEqual([1, 'stopped'])
  })

  it('for good is undone when the app goes on after all', async () => {
    supervisor.start()
    child().ready()
    const closed = supervisor.close()
    child().exit(0)
    await closed
    supervisor.reopen()
    child().ready()
    expect([children.length, supervisor.state.status]).toEqual([2, 'running'])
  })
})
