import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { CliClient, type CliSocket } from '../../demo/cli-client.ts'
import { type Config, loadConfig } from '../config/config.ts'
import type { Settings } from '../config/settings.ts'
import type { DesktopChannel } from '../desktop/desktop-link.ts'
import { createHub, type Hub } from '../hub.ts'
import { type Log, silentLog } from '../log.ts'
import { ManualClock } from './manual-clock.ts'
import { TestClient } from './test-client.ts'

export const TEST_TOKEN = 'q1Zp-0hTnV3xKc_mB8yRw5sJ2dLgE7uA4fWoXiNtYbk'

export interface TestHubOptions {
  settings?: Partial<Settings>
  /** Environment variables the hub is started with, beside its folder and its token. */
  env?: Record<string, string>
  log?: Log
  /** The shell of the desktop, for a hub that it started. */
  desktop?: DesktopChannel
}

/**
 * A whole hub for tests: a real server on a port the system chose, a real SQLite file in a folder of its
 * own, real sockets, and a clock that only the test moves.
 */
export class TestHub {
  readonly clock: ManualClock
  readonly config: Config
  readonly #log: Log
  #hub: Hub

  private constructor(parts: { clock: ManualClock; config: Config; log: Log; hub: Hub }) {
    this.clock = parts.clock
    this.config = parts.config
    this.#log = parts.log
    this.#hub = parts.hub
  }

  static async start({
    settings = {},
    env = {},
    log = silentLog,
    desktop,
  }: TestHubOptions = {}): Promise<TestHub> {
    const home = mkdtempSync(path.join(tmpdir(), 'svc-hub-'))
    const config = await loadConfig({ env: { ...env, SVC_HOME: home, CLI_API_TOKEN: TEST_TOKEN } })
    Object.assign(config.settings, { listenPort: 0, ...settings })
    const clock = new ManualClock(Date.now())
    return new TestHub({
      clock,
      config,
      log,
      hub: await createHub({ ...optionsOf(config, clock, log), desktop }),
    })
  }

  get origin(): string {
    return this.#hub.origin
  }

  get routes(): Hub['routes'] {
    return this.#hub.routes
  }

  /** A signed-in client of the API; another namespace than `default` by name. */
  client(namespace?: string): Promise<TestClient> {
    return TestClient.signIn(this.origin, accessToken(namespace))
  }

  /** The agent's side of the CLI plane. */
  cli(namespace?: string): CliClient {
    return new CliClient({ url: this.origin, token: accessToken(namespace) })
  }

  /** A session whose simulated agent is connected and has said that it is alive. */
  async activeSession({
    namespace,
    metadata = {},
    agentState = {},
  }: {
    namespace?: string
    metadata?: object
    agentState?: object
  } = {}): Promise<{ id: string; agent: CliSocket }> {
    const cli = this.cli(namespace)
    const { id } = await cli.createSession({
      tag: crypto.randomUUID(),
      metadata: { path: '/home/test/project', host: 'test', flavor: 'claude', ...metadata },
      agentState,
    })
    const agent = await cli.connectSession(id)
    agent.emit('session-alive', { sid: id, time: this.clock.now(), thinking: false })
    await agent.request('ping')
    return { id, agent }
  }

  /** Stops the hub and starts it again on the same folder, on a new port; `meanwhile` has the folder alone. */
  async restart(meanwhile: () => void = () => {}): Promise<void> {
    await this.#hub.close()
    meanwhile()
    this.#hub = await createHub(optionsOf(this.config, this.clock, this.#log))
  }

  async close(): Promise<void> {
    await this.#hub.close()
    rmSync(this.config.home, { recursive: true, force: true })
  }
}

const accessToken = (namespace?: string) =>
  namespace === undefined ? TEST_TOKEN : `${TEST_TOKEN}:${namespace}`

const optionsOf = (config: Config, clock: ManualClock, log: Log) => ({
  ...config,
  webAppFolder: path.join(config.home, 'web-app'),
  log,
  clock,
})
