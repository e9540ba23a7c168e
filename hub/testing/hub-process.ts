import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { CliClient } from '../../demo/cli-client.ts'
import { SceneAgent } from './hub-scene.ts'
import { TestClient } from './test-client.ts'
import { TEST_TOKEN } from './test-hub.ts'

/**
 * The hub as a process of its own, started as people start it, on a folder and a port that it keeps when
 * it is killed and started again.
 */
export class HubProcess {
  readonly #home = mkdtempSync(path.join(tmpdir(), 'svc-process-'))
  readonly #port: number
  readonly #agents: SceneAgent[] = []
  #child: ChildProcess | undefined

  private constructor(port: number) {
    this.#port = port
  }

  static async start(): Promise<HubProcess> {
    const hub = new HubProcess(await freePort())
    await hub.restart()
    return hub
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  /** Its data folder. */
  get home(): string {
    return this.#home
  }

  /** Starts the hub on its folder; resolves when it listens. */
  async restart(): Promise<void> {
    const child = fork(path.join(import.meta.dirname, '..', 'index.ts'), {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        ...process.env,
        SVC_HOME: this.#home,
        SVC_LISTEN_PORT: String(this.#port),
        CLI_API_TOKEN: TEST_TOKEN,
      },
    })
    this.#child = child
    const [message] = await once(child, 'message')
    if (message.type !== 'ready') throw new Error(message.message)
  }

  /** Ends the process at once, without any chance to tidy up. */
  async kill(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (!child) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }

  client(): Promise<TestClient> {
    return TestClient.signIn(this.origin, TEST_TOKEN)
  }

  /** A session whose agent is connected and alive. */
  async session(): Promise<SceneAgent> {
    const cli = new CliClient({ url: this.origin, token: TEST_TOKEN })
    const { id } = await cli.createSession({
      tag: crypto.randomUUID(),
      metadata: { path: '/w', host: 'box', flavor: 'claude', lifecycleState: 'running' },
      agentState: {},
    })
    const agent = new SceneAgent(await cli.connectSession(id), Date.now)
    this.#agents.push(agent)
    await agent.alive()
    return agent
  }

  /** What SQLite itself says of the file; only while the process is not running. */
  checkDatabase(): unknown {
    const db = new BetterSqlite3(path.join(this.#home, 'hub.db'))
    try {
      return db.pragma('integrity_check', { simple: true })
    } finally {
      db.close()
    }
  }

  async close(): Promise<void> {
    for (const agent of this.#agents) agent.socket.close()
    await this.kill()
    rmSync(this.#home, { recursive: true, force: true })
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}
