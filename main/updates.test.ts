import { describe, expect, it } from 'vitest'
import type { UpdateMode, UpdateState } from '../contract/desktop.ts'
import type { Clock } from './clock.ts'
import {
  FIRST_UPDATE_CHECK_AFTER_MS,
  INSTALL_WITHIN_MS,
  UPDATE_CHECK_EVERY_MS,
  type UpdateSource,
  Updates,
  updateFailureReason,
} from './updates.ts'

/** The place of the updates, and a clock that only the test moves. */
function setUp({
  mode = 'automatic',
  busy = false,
  needsPassword = false,
}: {
  mode?: UpdateMode
  busy?: boolean
  needsPassword?: boolean
} = {}) {
  const scene = {
    offered: '2.0.0' as string | undefined,
    failure: undefined as Error | undefined,
    isBusy: busy,
    installed: 0,
    prepared: 0,
    checks: 0,
    installsOnQuit: false,
    /** Whether an ordinary quit was to install while the update was loaded. */
    installedWhileLoading: false,
    failInstall: (_error: unknown): void => {},
    recovered: 0,
    deadline: undefined as (() => void) | undefined,
    /** Delays of the timers that run. */
    timers: [] as number[],
    states: [] as UpdateState[],
  }
  const clock: Clock = {
    now: () => 1000,
    after: (delayMs, run) => {
      scene.timers = [...scene.timers, delayMs]
      if (delayMs === INSTALL_WITHIN_MS) scene.deadline = run
      return {
        cancel: () => {
          scene.timers = scene.timers.filter((other) => other !== delayMs)
        },
      }
    },
    every: () => {
      throw new Error('Updates repeat nothing blindly')
    },
  }
  const source: UpdateSource = {
    check: async () => {
      scene.checks += 1
      if (scene.failure) throw scene.failure
      return scene.offered
    },
    download: async (onProgress) => {
      scene.installedWhileLoading = scene.installsOnQuit
      onProgress(41.6)
      if (scene.failure) throw scene.failure
    },
    quitAndInstall: (onFailure) => {
      scene.installed += 1
      scene.failInstall = onFailure
    },
    installOnQuit: (wanted) => {
      scene.installsOnQuit = wanted
    },
    needsPassword,
  }
  const updates = new Updates({
    source,
    mode,
    isBusy: () => scene.isBusy,
    prepare: async () => {
      scene.prepared += 1
      if (scene.failure) throw scene.failure
    },
    recover: () => {
      scene.recovered += 1
    },
    clock,
  })
  updates.onChange((state) => scene.states.push(state))
  return { scene, updates, clock }
}

type Scene = ReturnType<typeof setUp>['scene']

describe('updates', () => {
  it('are not to be had where this copy cannot update itself', async () => {
    const updates = new Updates({
      source: undefined,
      mode: 'automatic',
      isBusy: () => false,
      clock: setUp().clock,
    })
    await updates.check()
    await updates.install()
    expect(updates.state).toEqual({ status: 'unsupported' })
  })

  it('are looked for after the start and then every six hours', async () => {
    const { scene, updates } = setUp()
    scene.offered = undefined
    expect(scene.timers).toEqual([FIRST_UPDATE_CHECK_AFTER_MS])
    await updates.check()
    expect(scene.timers).toEqual([UPDATE_CHECK_EVERY_MS])
    expect(updates.state).toEqual({ status: 'idle', checkedAt: 1000 })
  })

  it('automatic: are loaded, told of, and installed with an ordinary quit', async () => {
    const { scene, updates } = setUp()
    await updates.check()
    expect(scene.states).toEqual([
      { status: 'checking' },
      { status: 'downloading', version: '2.0.0', percent: 0 },
      { status: 'downloading', version: '2.0.0', percent: 42 },
      { status: 'ready', version: '2.0.0' },
    ])
    // electron-updater hears of the quit only when it was to install with it while it loaded.
    expect([scene.installedWhileLoading, scene.installsOnQuit, scene.installed]).toEqual([true, true, 0])
  })

  it('automatic: wait for somebody where installing asks for a password', async () => {
    const { scene, updates } = setUp({ needsPassword: true })
    await updates.check()
    await updates.setUnattended(true)
    expect([updates.state.status, scene.installsOnQuit, scene.installed]).toEqual(['ready', false, 0])
    await updates.install()
    expect(scene.installed).toBe(1)
  })

  it.each([
    ['says so', (scene: Scene) => scene.failInstall(new Error('EACCES: permission denied')), 'not-writable'],
    ['does not end the app', (scene: Scene) => scene.deadline?.(), 'other'],
  ])(
    'whose installer %s let everything run again, and are not tried behind one’s back',
    async (_, fail, reason) => {
      const { scene, updates } = setUp()
      await updates.check()
      await updates.setUnattended(true)
      expect([scene.prepared, scene.installed, scene.recovered]).toEqual([1, 1, 0])
      fail(scene)
      fail(scene)
      expect([updates.state, scene.recovered, scene.installsOnQuit]).toEqual([
        { status: 'failed', reason },
        1,
        false,
      ])
      await updates.check()
      await updates.installIfIdle()
      expect([updates.state.status, scene.installed]).toEqual(['ready', 1])
      await updates.install()
      expect(scene.installed).toBe(2)
    },
  )

  it('automatic: install themselves while nobody looks and no agent works', async () => {
    const { scene, updates } = setUp({ busy: true })
    await updates.check()
    await updates.setUnattended(true)
    expect(scene.installed).toBe(0)
    scene.isBusy = false
    await updates.installIfIdle()
    expect(scene.installed).toBe(1)
  })

  it('ask: tell of an update, load it when they are told to, and do not install it behind one’s back', async () => {
    const { scene, updates } = setUp({ mode: 'ask' })
    await updates.check()
    expect(updates.state).toEqual({ status: 'available', version: '2.0.0' })
    await updates.setUnattended(true)
    expect([scene.installed, scene.installsOnQuit]).toEqual([0, false])
    await updates.install()
    expect(scene.installed).toBe(1)
  })

  it('never install in the middle of a turn, even when told to: they wait for its end', async () => {
    const { scene, updates } = setUp({ mode: 'ask', busy: true })
    await updates.check()
    await updates.install()
    expect([scene.installed, updates.isWaitingForAgents]).toEqual([0, true])
    await updates.installIfIdle()
    expect(scene.installed).toBe(0)
    scene.isBusy = false
    await updates.installIfIdle()
    expect(scene.installed).toBe(1)
  })

  it('let the hub end first, once, and are installed even when that fails', async () => {
    const { scene, updates } = setUp()
    await updates.check()
    scene.failure = new Error('the hub hangs')
    await Promise.all([updates.install(), updates.install()])
    expect([scene.prepared, scene.installed]).toEqual([1, 1])
  })

  it('off: never ask the network by themselves, but look when somebody asks', async () => {
    const { scene, updates } = setUp({ mode: 'off' })
    expect(scene.timers).toEqual([])
    await updates.check()
    expect([scene.checks, updates.state, scene.timers]).toEqual([
      1,
      { status: 'available', version: '2.0.0' },
      [],
    ])
  })

  it('begin and cease to look when the mode is changed', async () => {
    const { scene, updates } = setUp({ mode: 'off' })
    updates.setMode('ask')
    expect(scene.timers).toHaveLength(1)
    updates.setMode('off')
    expect(scene.timers).toEqual([])
  })

  it('load what was already found when the mode becomes automatic', async () => {
    const { scene, updates } = setUp({ mode: 'ask' })
    await updates.check()
    const ready = Promise.withResolvers<void>()
    updates.onChange(({ status }) => status === 'ready' && ready.resolve())
    updates.setMode('automatic')
    await ready.promise
    expect(scene.installsOnQuit).toBe(true)
    updates.setMode('ask')
    expect(scene.installsOnQuit).toBe(false)
  })

  it('do not begin anew while one is being loaded or is ready', async () => {
    const { scene, updates } = setUp()
    await Promise.all([updates.check(), updates.check()])
    await updates.check()
    expect(scene.checks).toBe(1)
  })

  it('say what failed, forget the wish to install, and try again later', async () => {
    const { scene, updates } = setUp({ mode: 'ask' })
    scene.failure = Object.assign(new Error('getaddrinfo ENOTFOUND github.com'), { code: 'ENOTFOUND' })
    await updates.check()
    expect(updates.state).toEqual({ status: 'failed', reason: 'unreachable' })
    expect(scene.timers).toEqual([UPDATE_CHECK_EVERY_MS])
    scene.failure = undefined
    await updates.check()
    expect([updates.state.status, scene.installed]).toEqual(['available', 0])
  })

  it('install nothing with a quit after the loading failed', async () => {
    const { scene, updates } = setUp({ mode: 'ask' })
    await updates.check()
    scene.failure = new Error('write ENOSPC')
    await updates.install()
    expect([updates.state, scene.installedWhileLoading, scene.installsOnQuit]).toEqual([
      { status: 'failed', reason: 'no-room' },
      true,
      false,
    ])
  })

  it('close their timer', () => {
    const { scene, updates } = setUp()
    updates.close()
    expect(scene.timers).toEqual([])
  })
})

describe('a failed update', () => {
  it.each([
    ["ENOENT: no such file or directory, open '/opt/Svc Hub/resources/app-update.yml'", 'no-source'],
    ['net::ERR_INTERNET_DISCONNECTED', 'unreachable'],
    ['getaddrinfo EAI_AGAIN github.com', 'unreachable'],
    ['write ENOSPC', 'no-room'],
    ['EACCES: permission denied, rename', 'not-writable'],
    ['sha512 checksum mismatch, expected a, got b', 'not-genuine'],
    ['New version 2.0.0 is not signed by the application owner', 'not-genuine'],
    ['Cannot find latest-linux.yml in the latest release artifacts: HttpError: 404', 'no-release'],
    ['HttpError: 403 rate limit exceeded', 'busy'],
    ['Something nobody thought of', 'other'],
  ])('"%s" is known as %s', (message, reason) => {
    expect(updateFailureReason(new Error(message))).toBe(reason)
  })

  it('has a reason even when what was thrown is no error', () => {
    expect([updateFailureReason(undefined), updateFailureReason('net::ERR_FAILED')]).toEqual([
      'other',
      'unreachable',
    ])
  })
})
