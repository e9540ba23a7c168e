import { expect, it } from 'vitest'
import { AppVersion } from './app-version.ts'

class FakeWorker extends EventTarget {
  state = 'installing'
  readonly asked: unknown[] = []

  postMessage(message: unknown): void {
    this.asked.push(message)
  }

  become(state: string): void {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

class FakeRegistration extends EventTarget {
  installing: FakeWorker | null = null
  waiting: FakeWorker | null = null
  readonly active: FakeWorker | null = null
  /** What the hub has when it is asked. */
  newer: FakeWorker | undefined

  async update(): Promise<void> {
    if (!this.newer) return
    this.installing = this.newer
    this.dispatchEvent(new Event('updatefound'))
  }

  install(): FakeWorker {
    const worker = this.installing as FakeWorker
    this.installing = null
    this.waiting = worker
    worker.become('installed')
    return worker
  }
}

class FakeContainer extends EventTarget {
  readonly registration = new FakeRegistration()
  isRefused = false
  readonly registered: unknown[] = []

  readonly controller: FakeWorker | null

  constructor(controller: FakeWorker | null) {
    super()
    this.controller = controller
  }

  async register(...asked: unknown[]): Promise<FakeRegistration> {
    this.registered.push(asked)
    if (this.isRefused) throw new DOMException('no', 'SecurityError')
    return this.registration
  }
}

function open(container: FakeContainer) {
  const reloads: string[] = []
  const version = new AppVersion({
    container: container as unknown as ServiceWorkerContainer,
    reload: () => reloads.push('reload'),
  })
  return { version, reloads }
}

it('offers nothing after the first installation', async () => {
  const container = new FakeContainer(null)
  container.registration.installing = new FakeWorker()
  const { version, reloads } = open(container)
  await version.register()
  container.registration.install()
  container.dispatchEvent(new Event('controllerchange'))
  expect([version.getState(), reloads, container.registered]).toEqual([
    'current',
    [],
    [['/sw.js', { updateViaCache: 'none' }]],
  ])
})

it('offers a newer build once it is wholly here, and shows it on request with one reload', async () => {
  const container = new FakeContainer(new FakeWorker())
  const { version, reloads } = open(container)
  await version.register()
  container.registration.newer = new FakeWorker()
  await version.check()
  const found = version.getState()
  const worker = container.registration.install()
  const installed = version.getState()
  await version.show()
  const before = [...reloads]
  container.dispatchEvent(new Event('controllerchange'))
  container.dispatchEvent(new Event('controllerchange'))
  expect([found, installed, worker.asked, before, reloads]).toEqual([
    'current',
    'offered',
    [{ type: 'take-over' }],
    [],
    ['reload'],
  ])
})

it('offers what an earlier window left waiting', async () => {
  const container = new FakeContainer(new FakeWorker())
  container.registration.waiting = new FakeWorker()
  const { version } = open(container)
  await version.register()
  expect(version.getState()).toBe('offered')
})

it('says that another window took a newer build, and does not reload by itself', async () => {
  const container = new FakeContainer(new FakeWorker())
  const { version, reloads } = open(container)
  await version.register()
  container.dispatchEvent(new Event('controllerchange'))
  const unasked = [version.getState(), [...reloads]]
  await version.show()
  expect([unasked, reloads]).toEqual([['replaced', []], ['reload']])
})

it('replaces a page of no use as soon as a newer one is here', async () => {
  const container = new FakeContainer(new FakeWorker())
  const { version } = open(container)
  container.registration.newer = new FakeWorker()
  await version.renew()
  const worker = container.registration.install()
  await version.register()
  expect(worker.asked).toEqual([{ type: 'take-over' }])
})

it('tries again after a refused registration, and does not fail for a hub that is away', async () => {
  const container = new FakeContainer(new FakeWorker())
  container.isRefused = true
  const { version } = open(container)
  await expect(version.register()).rejects.toThrow('no')
  await version.check()
  container.isRefused = false
  await version.register()
  expect(container.registered).toHaveLength(3)
})

it.each([
  ['activated', 'runs'],
  ['redundant', 'fails'],
])('waits for a worker that becomes %s: it %s', async (state, outcome) => {
  const container = new FakeContainer(null)
  const worker = new FakeWorker()
  container.registration.installing = worker
  const { version } = open(container)
  const active = version.whenActive().then(
    () => 'runs',
    () => 'fails',
  )
  await version.register()
  worker.become('installed')
  worker.become(state)
  expect(await active).toBe(outcome)
})

it('cannot register where there is no service worker', async () => {
  const version = new AppVersion({ container: undefined, reload: () => {} })
  await expect(version.register()).rejects.toThrow()
})
