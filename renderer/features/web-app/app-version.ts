import { findWorkerContainer } from './worker-container.ts'
import type { WorkerRequest } from './worker-messages.ts'

/**
 * `offered`: a newer build is on this device and waits to be shown; `replaced`: another window showed it, so
 * that this one is of a build whose worker is gone.
 */
export type VersionState = 'current' | 'offered' | 'replaced'

export interface AppVersionOptions {
  /** Absent where the browser or the address allows no service worker. */
  container: ServiceWorkerContainer | undefined
  reload: () => void
}

/** Which build of the app this window shows, and whether there is a newer one. Reloads only on a person's word. */
export class AppVersion {
  readonly #container: ServiceWorkerContainer | undefined
  readonly #reload: () => void
  readonly #listeners = new Set<() => void>()
  #state: VersionState = 'current'
  #registration: Promise<ServiceWorkerRegistration> | undefined
  #isTakingOver = false

  constructor({ container, reload }: AppVersionOptions) {
    this.#container = container
    this.#reload = reload
  }

  /** Keeps its value until something changes. */
  getState = (): VersionState => this.#state

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Installs the worker, or finds it. Rejects where there can be none; a later call tries again. */
  register(): Promise<ServiceWorkerRegistration> {
    const container = this.#container
    if (!container) return Promise.reject(new Error('No service worker can be had here'))
    this.#registration ??= container.register('/sw.js', { updateViaCache: 'none' }).then(
      (registration) => {
        this.#watch(container, registration)
        return registration
      },
      (error: unknown) => {
        this.#registration = undefined
        throw error
      },
    )
    return this.#registration
  }

  /** The registration once a worker of it runs, which pushes can arrive at. Rejects when none gets that far. */
  async whenActive(): Promise<ServiceWorkerRegistration> {
    const registration = await this.register()
    const worker = registration.active ?? registration.waiting ?? registration.installing
    await new Promise<void>((resolve, reject) => {
      const look = () => {
        if (worker?.state === 'activated') resolve()
        else if (!worker || worker.state === 'redundant') reject(new Error('The worker was not installed'))
      }
      worker?.addEventListener('statechange', look)
      look()
    })
    return registration
  }

  /** Asks the hub whether it has a newer build; what it finds is offered. Never rejects. */
  async check(): Promise<void> {
    try {
      await (await this.register()).update()
    } catch {
      // No hub, or no worker: then there is nothing newer to be had either.
    }
  }

  /** Shows the newest build that is here: reloads this window, once the new worker is in charge. */
  async show(): Promise<void> {
    const waiting = this.#state === 'offered' ? (await this.register()).waiting : null
    if (!waiting) return this.#reload()
    this.#isTakingOver = true
    waiting.postMessage({ type: 'take-over' } satisfies WorkerRequest)
  }

  /** For a page that is of no use, such as one the hub does not understand: shows a newer one once it is here. */
  async renew(): Promise<void> {
    const show = () => {
      if (this.#state !== 'offered') return
      stop()
      void this.show()
    }
    const stop = this.subscribe(show)
    await this.check()
    show()
  }

  #watch(container: ServiceWorkerContainer, registration: ServiceWorkerRegistration): void {
    let isControlled = container.controller !== null
    const watchInstalling = () => {
      const worker = registration.installing
      worker?.addEventListener('statechange', () => {
        // The very first one replaces nothing.
        if (worker.state === 'installed' && isControlled) this.#setState('offered')
      })
    }
    if (registration.waiting && isControlled) this.#setState('offered')
    watchInstalling()
    registration.addEventListener('updatefound', watchInstalling)
    container.addEventListener('controllerchange', () => {
      if (this.#isTakingOver) {
        this.#isTakingOver = false
        this.#reload()
      } else if (isControlled) this.#setState('replaced')
      isControlled = true
    })
  }

  #setState(state: VersionState): void {
    if (state === this.#state) return
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

/** The build of this window. */
export const appVersion = new AppVersion({
  container: findWorkerContainer(),
  reload: () => window.location.reload(),
})
