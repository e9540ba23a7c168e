import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { EVENTS_PATH } from '../../contract/events.ts'
import { getGeneratedImage } from '../../contract/file.ts'
import { getOpenApi } from '../../contract/openapi.ts'
import { getScratchlistAttachment } from '../../contract/scratchlist.ts'
import { ConformanceScene } from '../testing/conformance-scene.ts'
import { ENDPOINTS, nameOf } from '../testing/declared-endpoints.ts'
import { dumpTables } from '../testing/dump-tables.ts'
import { randomNumbers } from '../testing/garbage.ts'
import { FOREIGN } from '../testing/hub-scene.ts'
import { type RandomRequest, RandomRequests } from '../testing/random-requests.ts'
import { SpeechUpstream } from '../testing/speech-upstream.ts'
import { TEST_TOKEN } from '../testing/test-hub.ts'

const PARTS = 10
const BATCHES = 4
const BATCH_SIZE = 250
const AT_ONCE = 10
/** The answers above 499 that the spec names, each with the routes it names them for. */
const NAMED_FAILURES: readonly { status: number; code?: string; routes: RegExp }[] = [
  { status: 502, code: 'failed', routes: /\/plan\/implement$/ },
  { status: 503, code: 'indeterminate', routes: /\/plan\/implement$/ },
  { status: 503, code: 'no_machine_online', routes: /\/(resume|reopen|spawn)$/ },
  { status: 503, code: 'machine_offline', routes: /\/restart-runner$/ },
  { status: 503, code: 'rpc_target_missing', routes: /-(models|options|variants)$/ },
  // No title provider, and no bot for `initData`.
  { status: 503, routes: /\/title-suggestion$|^\/api\/(auth|bind)$/ },
]
/** These answer bytes, not JSON. */
const RAW = [getGeneratedImage, getScratchlistAttachment].map(nameOf)
const AGENT_STATE = { requests: { known: { tool: 'Bash', arguments: {} } }, codexPlanProposalId: 'p' }
/** Every route; the stream is there for what it refuses. The long document is asked for elsewhere. */
const EVERYTHING: Endpoint[] = [
  ...ENDPOINTS.filter((endpoint) => nameOf(endpoint) !== nameOf(getOpenApi)),
  { ...getOpenApi, path: EVENTS_PATH },
]

let upstream: SpeechUpstream
let hub: ConformanceScene
beforeAll(async () => {
  upstream = await SpeechUpstream.start()
  upstream.answer = { body: '{"text":"Hello"}' }
  hub = await ConformanceScene.open({
    settings: { androidPushMode: 'off', iosPushMode: 'off' },
    // A key from here cannot be replaced by a request, and nothing is asked beyond this machine.
    env: { OPENAI_API_KEY: 'key-of-nobody', SVC_OPENAI_ORIGIN: upstream.origin },
  })
  // Nobody is there who could spawn: a resume that fails for any other reason is beyond what the spec names.
  const runner = await hub.runner('m', { supervisedRestart: true })
  await runner.serve('stop-runner', () => ({ message: 'Bye' }))
  runner.socket.emit('rpc-unregister', { method: 'm:spawn-happy-session' })
  await runner.flush()
  const bare = await hub.scene.runner('bare', { supervisedRestart: true })
  bare.socket.close()
})
afterAll(async () => {
  await hub.close()
  await upstream.close()
})

const random = randomNumbers(20_261_121)

/** Requests about sessions that nothing has been done to yet: of two agents, asleep, and of a stranger. */
async function requestsAboutNewSessions(batch: number): Promise<RandomRequests> {
  const { scene } = hub
  const sessions: string[] = []
  for (const flavor of ['codex', 'opencode']) {
    const agent = await hub.begin(`${flavor} ${batch}`, { agentState: AGENT_STATE, metadata: { flavor } })
    await agent.serve('killSession', () => {
      throw new Error('still busy')
    })
    await scene.raw('POST', `/api/sessions/${agent.id}/messages`, { text: 'x', localId: 'known' })
    await scene.raw('POST', `/api/sessions/${agent.id}/scratchlist`, { text: 'x', entryId: 'known' })
    sessions.push(agent.id, agent.id, agent.id)
  }
  sessions.push(await scene.asleep({ agentState: AGENT_STATE }))
  sessions.push(await scene.asleep({ namespace: FOREIGN }))
  const machines = ['m', 'm', 'm', 'bare']
  const authorizations = [
    ...Array.from({ length: 12 }, () => `Bearer ${scene.api.jwt}`),
    `Bearer ${scene.stranger.jwt}`,
    `Bearer ${TEST_TOKEN}`,
    'Bearer x',
    undefined,
  ]
  return new RandomRequests({ endpoints: EVERYTHING, sessions, machines, authorizations }, random)
}

interface Answer {
  request: RandomRequest
  status: number
  isJson: boolean
  text: string
}

async function send(request: RandomRequest): Promise<Answer> {
  const { method, path, headers, body } = request
  const answer = await fetch(hub.scene.hub.origin + path, {
    method,
    headers,
    ...(body !== undefined && { body }),
    redirect: 'manual',
  })
  const type = answer.headers.get('content-type') ?? ''
  const { status } = answer
  if (type.startsWith('text/event-stream')) {
    await answer.body?.cancel()
    return { request, status, isJson: true, text: '{}' }
  }
  return { request, status, isJson: type.startsWith('application/json'), text: await answer.text() }
}

async function sendAll(requests: RandomRequest[]): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let sent = 0; sent < requests.length; sent += AT_ONCE) {
    answers.push(...(await Promise.all(requests.slice(sent, sent + AT_ONCE).map(send))))
  }
  return answers
}

/** What is wrong with an answer, whatever was asked; undefined when nothing is. */
function wrong({ request, status, isJson, text }: Answer): string | undefined {
  if (status === 204 || status === 304) return text === '' ? undefined : `a ${status} with a body`
  if (!isJson) return status === 200 && RAW.includes(nameOf(request.endpoint)) ? undefined : 'no JSON'
  const body = JSON.parse(text)
  if (status >= 500 && !isNamed(request.endpoint, status, body.code))
    return 'a failure the spec does not name'
  if (status >= 400) return typeof body.error === 'string' ? undefined : 'an error without words'
  if (request.method !== request.endpoint.method || request.endpoint.path === EVENTS_PATH) return undefined
  return request.endpoint.response.safeParse(body).success ? undefined : 'another shape than the contract’s'
}

function isNamed({ path }: Endpoint, status: number, code: unknown): boolean {
  return NAMED_FAILURES.some(
    (named) => named.status === status && named.code === code && named.routes.test(path),
  )
}

const isRefused = ({ status }: Answer) => status >= 400 && status < 500

/** Sends what was refused once more, until all of it is refused; whether the database is as it was then. */
async function leavesNothing(refused: RandomRequest[]): Promise<boolean> {
  for (let again = refused; ; ) {
    const before = JSON.stringify(dumpTables(hub.scene.hub))
    const answers = (await sendAll(again)).filter(isRefused)
    if (answers.length === again.length) return JSON.stringify(dumpTables(hub.scene.hub)) === before
    again = answers.map(({ request }) => request)
  }
}

const statuses = new Set<number>()
const reached = new Set<string>()

/** Sends a batch; what was wrong with its answers. */
async function faultsOf(batch: number): Promise<unknown[]> {
  const requests = await requestsAboutNewSessions(batch)
  const answers = await sendAll(Array.from({ length: BATCH_SIZE }, () => requests.next()))
  for (const { status, request } of answers) {
    statuses.add(status)
    if (status < 300) reached.add(nameOf(request.endpoint))
  }
  const faults = answers.flatMap((answer) => {
    const fault = wrong(answer)
    return fault ? [{ fault, answer }] : []
  })
  const isUnchanged = await leavesNothing(answers.filter(isRefused).map(({ request }) => request))
  return isUnchanged ? faults : [...faults, 'what was refused changed the database']
}

// In parts, each of which is done well within the time a test has.
describe.each(Array.from({ length: PARTS }, (_, part) => part))('random requests, part %i', (part) => {
  it(`all ${BATCHES * BATCH_SIZE} are answered as the spec says, and what is refused leaves nothing`, async () => {
    const faults: unknown[] = []
    for (let batch = 0; batch < BATCHES; batch++) {
      faults.push(...(await faultsOf(part * BATCHES + batch)))
    }
    expect(faults).toEqual([])
  })
})

it('they reach nearly every route and all kinds of answers, and the hub is well', async () => {
  expect([...statuses]).toEqual(expect.arrayContaining([200, 201, 400, 401, 403, 404, 409, 503]))
  expect(reached.size).toBeGreaterThan(100)
  expect(hub.scene.log.lines.filter(({ level }) => level === 'error')).toEqual([])
  expect((await hub.scene.raw('GET', '/health')).body.status).toBe('ok')
})

it('the log holds no token and no JWT', () => {
  const { api, stranger, log } = hub.scene
  const secrets = [TEST_TOKEN, api.jwt ?? '', stranger.jwt ?? '', 'key-of-nobody']
  expect(secrets.filter((secret) => log.text.includes(secret))).toEqual([])
})
