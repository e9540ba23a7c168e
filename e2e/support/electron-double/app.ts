import { readFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { becomeSingleInstance } from './single-instance.ts'
import { makeEvent, StrictEmitter, strict } from './strict.ts'
import { openWindows } from './windows.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const { productName, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  productName: string
  version: string
}
const appData = process.env.XDG_CONFIG_HOME || join(homedir(), '.config')

/** Processes that the app started, for `getAppMetrics`. */
export const utilities = new Set<{ pid: number | undefined; serviceName: string }>()

class App extends StrictEmitter {
  readonly name = productName
  readonly isPackaged = false
  /** There on macOS only. */
  readonly dock = undefined
  readonly commandLine = strict('commandLine', {
    hasSwitch: (name: string) =>
      process.argv.some((argument) => argument === `--${name}` || argument.startsWith(`--${name}=`)),
  })
  readonly #paths: Record<string, string> = {
    appData,
    downloads: join(homedir(), 'Downloads'),
    home: homedir(),
    temp: tmpdir(),
    userData: join(appData, productName),
  }
  readonly #ready: Promise<void>
  #isQuitting = false

  constructor() {
    super(
      'activate',
      'before-quit',
      'browser-window-created',
      'open-url',
      'quit',
      'second-instance',
      'will-quit',
      'window-all-closed',
    )
    // As in Electron, ready comes only after main's module has run to its end.
    this.#ready = new Promise((resolve) => void setImmediate(resolve))
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        // Main's own listener takes the place of Electron's.
        if (process.listenerCount(signal) === 1) this.quit()
      })
    }
  }

  whenReady = () => this.#ready
  getVersion = () => version
  getPreferredSystemLanguages = () => ['en-US']
  disableHardwareAcceleration() {}
  setAppUserModelId() {}

  getPath(name: string): string {
    const path = this.#paths[name]
    if (path === undefined) throw new Error(`The double of electron has no path "${name}"`)
    return path
  }

  setPath(name: string, path: string): void {
    this.getPath(name)
    this.#paths[name] = path
  }

  getAppMetrics() {
    const own = { pid: process.pid, type: 'Browser', name: undefined }
    return [
      own,
      ...[...utilities].map(({ pid, serviceName }) => ({ pid, type: 'Utility', name: serviceName })),
    ]
  }

  requestSingleInstanceLock(): boolean {
    return becomeSingleInstance(this.getPath('userData'), ({ argv, cwd }) => {
      void this.#ready.then(() => this.emit('second-instance', makeEvent({}), argv, cwd))
    })
  }

  quit(): void {
    if (this.#isQuitting) return
    const event = makeEvent({})
    this.emit('before-quit', event)
    if (event.defaultPrevented) return
    this.#isQuitting = true
    for (const window of [...openWindows]) window.close()
    const last = makeEvent({})
    if (openWindows.size === 0) this.emit('will-quit', last)
    if (openWindows.size > 0 || last.defaultPrevented) this.#isQuitting = false
    else this.exit(0)
  }

  exit(code = 0): void {
    this.emit('quit', makeEvent({}), code)
    process.exit(code)
  }

  /** Told by the last window. An app that does not listen quits. */
  allWindowsClosed(): void {
    if (!this.#isQuitting && !this.emit('window-all-closed')) this.quit()
  }
}

export const app = new App()
