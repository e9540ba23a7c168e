import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestInfo } from '@playwright/test'
import { DesktopApp } from './desktop-app.ts'
import { doubleArguments, launchDouble } from './desktop-double.ts'
import { launchElectron } from './desktop-electron.ts'
import { forkPart, type Part } from './fork-part.ts'
import { HubApi } from './hub-api.ts'

const root = join(import.meta.dirname, '..', '..')
/** The simulated agents think this many times faster than people would like to watch. */
const SPEED = '20'
/** An app that was asked to end has ended by then. */
const END_WITHIN_MS = 10_000

interface Start {
  args?: string[]
  env?: Record<string, string>
  /** Folder of another app than ours. */
  app?: string
}

/** A copy of the app that is watched from outside only, as one that may end at once. */
export interface CopyBeside {
  /** Resolves when it runs a hub. */
  ready: Promise<void>
  /** Process id. */
  pid: number
  ended: Promise<number | null>
  output(): string
  kill(signal: NodeJS.Signals): void
}

/** A computer of its own for one test: a home folder, a data folder, a port, and what was started there. */
export class DesktopComputer {
  readonly port: number
  readonly origin: string
  readonly home: string
  readonly dataFolder: string
  readonly #apps: (DesktopApp | CopyBeside)[] = []
  readonly #parts: Part[] = []

  constructor(port: number) {
    this.port = port
    this.origin = `http://127.0.0.1:${port}`
    this.home = mkdtempSync(join(tmpdir(), 'svc-desktop-'))
    this.dataFolder = join(this.home, 'data')
    this.writeSettings({ listenPort: port })
  }

  /** Starts the desktop app; resolves as soon as its main process can be asked. */
  async start({ args = [], env = {}, app = root }: Start = {}): Promise<DesktopApp> {
    const options = { app, args, cwd: this.home, env: { ...this.environment, ...env } }
    const binary = process.env.SVC_TEST_ELECTRON
    const launched = binary ? await launchElectron(binary, options) : await launchDouble(options)
    const started = new DesktopApp(launched)
    this.#apps.push(started)
    return started
  }

  /** Starts the app as a person or the system does who starts it once more. */
  startBeside(args: string[] = []): CopyBeside {
    const child = spawn(...commandOf(args), {
      cwd: this.home,
      env: this.environment,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    const copy = watch(child)
    this.#apps.push(copy)
    return copy
  }

  /** Starts the app where there is no display, as a service does: nobody hears of it but by its output. */
  startWithoutDisplay(args: string[]): CopyBeside {
    const { DISPLAY: _x11, WAYLAND_DISPLAY: _wayland, ...env } = this.environment
    const child = spawn(...commandOf(args), { cwd: this.home, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const copy = watch(child)
    this.#apps.push(copy)
    return copy
  }

  /** A simulated machine with agents joins the hub of the app, which must be running. */
  async addMachine(): Promise<HubApi> {
    const { cliApiToken } = this.settings as { cliApiToken: string }
    const env = { SVC_API_URL: this.origin, CLI_API_TOKEN: cliApiToken, SVC_DEMO_SPEED: SPEED }
    this.#parts.push(await forkPart('demo', env))
    return await HubApi.signIn(this.origin, cliApiToken)
  }

  /** Starts a hub without a window on the same data. */
  async startHub(env: Record<string, string> = {}): Promise<Part> {
    const hub = await forkPart('hub', { ...this.environment, ...env })
    this.#parts.push(hub)
    return hub
  }

  get settingsPath(): string {
    return join(this.dataFolder, 'settings.json')
  }

  get settings(): Record<string, unknown> {
    return JSON.parse(readFileSync(this.settingsPath, 'utf8'))
  }

  writeSettings(settings: Record<string, unknown>): void {
    mkdirSync(this.dataFolder, { recursive: true, mode: 0o700 })
    writeFileSync(this.settingsPath, `${JSON.stringify(settings)}\n`, { mode: 0o600 })
  }

  /** What the app wrote to its own log. */
  get log(): string {
    return readFileSync(this.#logPath, 'utf8')
  }

  /** Ends everything that was started here, keeps what the app of a failed test wrote, and removes the folder. */
  async close(testInfo: TestInfo): Promise<void> {
    const hasFailed = testInfo.status !== testInfo.expectedStatus
    // The hub that they would say goodbye to may have gone first.
    for (const part of this.#parts) await part.kill()
    for (const app of this.#apps) {
      await end(app)
      if (hasFailed) await testInfo.attach('output', { body: app.output(), contentType: 'text/plain' })
    }
    if (hasFailed && existsSync(this.#logPath)) await testInfo.attach('main.log', { path: this.#logPath })
    rmSync(this.home, { recursive: true, force: true })
  }

  get #logPath(): string {
    return join(this.dataFolder, 'desktop', 'logs', 'main.log')
  }

  /** Nothing of the person who runs the tests: neither settings nor folders nor keys. */
  get environment(): Record<string, string> {
    const kept = ['PATH', 'DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY', 'SYSTEMROOT', 'SVC_TEST_CHROMIUM']
    const found = kept.flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value] as const]
    })
    return {
      ...Object.fromEntries(found),
      HOME: this.home,
      TMPDIR: this.home,
      LANG: 'en_US.UTF-8',
      SVC_HOME: this.dataFolder,
    }
  }
}

function commandOf(args: string[]): [command: string, args: string[]] {
  const binary = process.env.SVC_TEST_ELECTRON
  if (!binary) return [process.execPath, [...doubleArguments(root), ...args]]
  return [binary, [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), root, ...args]]
}

function watch(child: ChildProcess): CopyBeside {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  return {
    ready: new Promise((resolve) => {
      child.on('message', (message: { type?: string }) => {
        if (message.type === 'ready') resolve()
      })
    }),
    pid: child.pid ?? 0,
    ended: new Promise((resolve) => void child.once('close', resolve)),
    output: () => output,
    kill: (signal) => void child.kill(signal),
  }
}

async function end(app: DesktopApp | CopyBeside): Promise<void> {
  app.kill('SIGTERM')
  const insisting = setTimeout(() => app.kill('SIGKILL'), END_WITHIN_MS)
  await app.ended
  clearTimeout(insisting)
}
