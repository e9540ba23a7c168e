import { expect } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { ErrorBody } from '../../contract/errors.ts'
import type { RpcHandler } from '../../demo/cli-client.ts'
import { HISTORY_CAPABILITIES } from './history-scene.ts'
import { HubScene, type SceneAgent, type SceneSocket, type SessionOptions } from './hub-scene.ts'
import type { TestClient } from './test-client.ts'
import type { TestHubOptions } from './test-hub.ts'

export interface Question {
  id?: string
  params?: Record<string, string>
  query?: Record<string, string | number | boolean>
  body?: unknown
  headers?: Record<string, string>
  as?: TestClient
}

/** A row of the spec's tables: its words, a request that shows it, and the whole answer. */
export type Row = [words: string, ask: () => Promise<object>, status: number, body: unknown]

export const ANY_ERROR = { error: expect.any(String) }
export const coded = (code: string) => ({ error: expect.any(String), code })
export const INVALID_BODY = { error: 'Invalid body', issues: expect.anything() }
export const INVALID_QUERY = { error: 'Invalid query', issues: expect.anything() }
export const INACTIVE = { error: 'Session is inactive', code: 'session_inactive' }
export const OK = { ok: true }

const DONE = { success: true, stdout: 'out', stderr: '', exitCode: 0 }
const MODELS = { success: true, availableModels: [{ modelId: 'm' }] }
const CODEX_MODELS = { success: true, models: [{ id: 'm', displayName: 'M' }] }

/** What a well-behaved session's CLI answers to whatever the hub can ask. */
const AGENT_ANSWERS: Record<string, RpcHandler> = {
  abort: () => undefined,
  switch: () => undefined,
  killSession: () => ({ success: true, message: '' }),
  permission: () => undefined,
  'set-session-config': (wanted) => ({ applied: wanted }),
  'steer-queued-message': () => ({ steered: true }),
  'implement-codex-plan': () => ({ ok: true }),
  'git-status': () => DONE,
  'git-diff-numstat': () => DONE,
  'git-diff-file': () => DONE,
  readFile: () => ({ success: true, content: 'YQ==', size: 1, modified: 2 }),
  ripgrep: () => ({ ...DONE, stdout: 'src/a.ts\n' }),
  statFiles: () => ({ success: true, files: [] }),
  listDirectory: () => ({ success: true, entries: [{ name: 'a', type: 'file', size: 1, modified: 2 }] }),
  readGeneratedImage: () => ({ success: true, content: 'YQ==', mimeType: 'image/png', fileName: 'i.png' }),
  uploadFile: () => ({ success: true, path: '/tmp/a' }),
  deleteUpload: () => ({ success: true }),
  listSlashCommands: () => ({ success: true, commands: [{ name: 'clear' }] }),
  listSkills: () => ({ success: true, skills: [{ name: 'release-notes' }] }),
  listCodexModels: () => CODEX_MODELS,
  listCursorModels: () => MODELS,
  listGrokModels: () => MODELS,
  listPiModels: () => MODELS,
  listOpencodeModels: () => MODELS,
  listCopilotModels: () => MODELS,
  listGrokReasoningEffortOptions: () => ({ success: true, options: [{ value: 'high' }] }),
  listOpencodeReasoningEffortOptions: () => ({ success: true, options: [{ value: 'high' }] }),
  'rewind-conversation': (params) => ({
    success: true,
    truncateFromLocalId: (params as { messageLocalId: string }).messageLocalId,
  }),
}

/** The same of a machine's runner. */
const RUNNER_ANSWERS: Record<string, RpcHandler> = {
  'spawn-happy-session': (params) => ({
    type: 'success',
    sessionId: (params as { existingSessionId?: string }).existingSessionId ?? 'spawned',
  }),
  'stop-session': () => ({ status: 'stopped' }),
  'list-directory': () => ({ success: true, entries: [{ name: 'a', type: 'directory', isGitRepo: true }] }),
  'path-exists': (params) => ({
    exists: Object.fromEntries((params as { paths: string[] }).paths.map((path) => [path, true])),
  }),
  'agent-availability': () => ({ agents: [{ agent: 'codex', available: false, reason: 'not_found' }] }),
  listAgyModels: () => ({ ...MODELS, error: 'Sign in again' }),
  listPiModelsForMachine: () => MODELS,
  listCodexModels: () => CODEX_MODELS,
  listCursorModels: () => MODELS,
  listOpencodeModelsForCwd: () => MODELS,
  listGrokModelsForCwd: () => MODELS,
  listCopilotModelsForCwd: () => MODELS,
}

/** A whole hub with agents and runners that do what they are asked, and a client that checks every answer. */
export class ConformanceScene {
  readonly scene: HubScene
  readonly #ids = new Map<string, string>()

  private constructor(scene: HubScene) {
    this.scene = scene
  }

  static async open(options?: TestHubOptions): Promise<ConformanceScene> {
    return new ConformanceScene(await HubScene.open(options))
  }

  /** The id of the session that was begun under this name. */
  id(name: string): string {
    const id = this.#ids.get(name)
    if (id === undefined) throw new Error(`No session is called ${name}`)
    return id
  }

  /** An active session, under a name for the rows. */
  async begin(name: string, { metadata, ...more }: SessionOptions = {}): Promise<SceneAgent> {
    const capabilities = { ...HISTORY_CAPABILITIES }
    const agent = await this.scene.session({
      metadata: { machineId: 'm', capabilities, ...metadata },
      ...more,
    })
    await answerWith(agent, AGENT_ANSWERS)
    this.#ids.set(name, agent.id)
    return agent
  }

  /** A session without its agent, under a name for the rows. */
  async store(name: string, options: SessionOptions = {}): Promise<string> {
    const id = await this.scene.asleep(options)
    this.#ids.set(name, id)
    return id
  }

  async runner(id = 'm', metadata: object = {}): Promise<SceneSocket> {
    const runner = await this.scene.runner(id, metadata)
    await answerWith(runner, RUNNER_ANSWERS)
    return runner
  }

  /**
   * The answer to a request. Where it is JSON, it has the shape of the contract: nothing is missing, and
   * nothing is there that the contract does not name.
   */
  async ask(endpoint: Pick<Endpoint, 'method' | 'path' | 'response'>, question: Question = {}) {
    const { id = '', params = {}, query = {}, body, headers, as = this.scene.api } = question
    const named: Record<string, string> = { id: this.#ids.get(id) ?? id, ...params }
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(named[name] ?? ''))
    const search = new URLSearchParams(
      Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]),
    )
    const full = search.size > 0 ? `${path}?${search}` : path
    const answer = await as.raw(endpoint.method, full, body, headers)
    if (typeof answer.body === 'object') {
      const schema = answer.status < 300 ? endpoint.response : ErrorBody
      expect(schema.parse(answer.body)).toEqual(answer.body)
    }
    return { status: answer.status, body: answer.body }
  }

  close(): Promise<void> {
    return this.scene.close()
  }
}

/** Serves all of it and waits once until the hub knows. */
async function answerWith(socket: SceneSocket, answers: Record<string, RpcHandler>): Promise<void> {
  for (const [method, handler] of Object.entries(answers)) socket.socket.handle(method, handler)
  await socket.flush()
}

/** Checks a row. */
export async function check(...[, ask, status, body]: Row): Promise<void> {
  expect(await ask()).toEqual({ status, body })
}
