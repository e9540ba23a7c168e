import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { agentMessage, BenchAgent } from './agent.ts'
import { HttpLoad } from './http-load.ts'
import { ProcessUnderTest } from './process-under-test.ts'
import { type Figure, table } from './report.ts'
import { StreamClients } from './stream-clients.ts'

/*
 * `npm run bench [-- --json FILE] [--sessions N] [--messages N]`: CPU per operation of the built hub on
 * a seeded database, beside the same work with bare node:http and SQLite in the same run. Ratios can be
 * compared between machines and days; milliseconds cannot. Reads /proc, so it needs Linux.
 */

const { values } = parseArgs({
  options: {
    json: { type: 'string' },
    sessions: { type: 'string', default: '500' },
    messages: { type: 'string', default: '20000' },
  },
})
const SESSIONS = Number(values.sessions)
const MESSAGES = Number(values.messages)
const LIST_REQUESTS = 1500
const PAGE_REQUESTS = 1000
const SENDS = 3000
const STREAMS = 100
const EVENTS = 400
const UPLOADS = 5
const UPLOAD_BYTES = 50 * 1024 * 1024
const TOKEN = 'bench-token-0123456789abcdefghijklmnopqrst'

function freePort(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const server = createServer().listen(0, '127.0.0.1', () => {
    const address = server.address()
    server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
  })
  return promise
}

const home = mkdtempSync(path.join(tmpdir(), 'svc-bench-'))
const hub = await ProcessUnderTest.start('dist/hub/index.js', {
  SVC_HOME: path.join(home, 'hub'),
  SVC_LISTEN_HOST: '127.0.0.1',
  SVC_LISTEN_PORT: String(await freePort()),
  CLI_API_TOKEN: TOKEN,
  SVC_LOG_LEVEL: 'warn',
})
const bare = await ProcessUnderTest.start('bench/bare-server.ts', { BENCH_DB: path.join(home, 'bare.db') })
const hubHttp = new HttpLoad(hub.origin)
const bareHttp = new HttpLoad(bare.origin)
const figures: Figure[] = []

async function measure(
  scenario: string,
  unit: string,
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
) {
  const hubMs = await hub.cpuMsPerOperation(ours)
  const bareMs = await bare.cpuMsPerOperation(theirs)
  figures.push({ scenario, unit, hubMs, bareMs })
  process.stderr.write(`${scenario}\n`)
}

const auth = await hubHttp.text({
  method: 'POST',
  path: '/api/auth',
  headers: {},
  body: () => JSON.stringify({ accessToken: TOKEN }),
})
const headers = { authorization: `Bearer ${(JSON.parse(auth) as { token: string }).token}` }
const agent = new BenchAgent(hub.origin, TOKEN)
const ids: string[] = []
for (let i = 0; i < SESSIONS; i++) ids.push(await agent.createSession(i))
const sessionId = ids[0] as string
const socket = await agent.connect(sessionId)
const plain = { method: 'GET', headers: {} } as const

await measure(
  `ingest ${MESSAGES} messages`,
  'message',
  () => agent.ingest(socket, sessionId, MESSAGES),
  async () => {
    const batch = JSON.stringify(Array.from({ length: 20 }, (_, i) => agentMessage(i)))
    await bareHttp.run({ method: 'POST', path: '/rows', headers: {}, body: () => batch }, MESSAGES / 20, 1)
    return MESSAGES
  },
)

const gzip = { ...headers, 'accept-encoding': 'gzip' }
const list = { method: 'GET', path: '/api/sessions?limit=500', headers: gzip } as const
const listText = await hubHttp.text({ ...list, headers: { ...headers, 'accept-encoding': 'identity' } })
await bareHttp.run({ method: 'POST', path: '/list', headers: {}, body: () => listText }, 1, 1)
await measure(
  `list ${SESSIONS} sessions, gzip`,
  'request',
  () => hubHttp.run(list, LIST_REQUESTS, 16),
  () => bareHttp.run({ ...plain, path: '/list' }, LIST_REQUESTS, 16),
)

for (const limit of [20, 200]) {
  const messages = {
    method: 'GET',
    path: `/api/sessions/${sessionId}/messages?limit=${limit}`,
    headers,
  } as const
  await measure(
    `newest ${limit} of ${MESSAGES}`,
    'request',
    () => hubHttp.run(messages, PAGE_REQUESTS, 4),
    () => bareHttp.run({ ...plain, path: `/page?limit=${limit}` }, PAGE_REQUESTS, 4),
  )
}

const sendBody = (index: number) => JSON.stringify({ text: `message ${index}`, localId: `bench-${index}` })
await measure(
  'send',
  'request',
  () =>
    hubHttp.run(
      { method: 'POST', path: `/api/sessions/${sessionId}/messages`, headers, body: sendBody },
      SENDS,
      16,
    ),
  () => bareHttp.run({ method: 'POST', path: '/send', headers: {}, body: sendBody }, SENDS, 16),
)
socket.emit('messages-consumed', {
  sid: sessionId,
  localIds: Array.from({ length: SENDS }, (_, i) => `bench-${i}`),
})

await measure(
  `fan-out to ${STREAMS} gzip streams`,
  'delivery',
  async () => {
    const clients = new StreamClients()
    await clients.open(`${hub.origin}/api/events?all=true`, headers, STREAMS, 'message-received')
    await agent.ingest(socket, sessionId, EVENTS, MESSAGES)
    await clients.until(STREAMS * EVENTS)
    clients.close()
    return STREAMS * EVENTS
  },
  async () => {
    const clients = new StreamClients()
    await clients.open(`${bare.origin}/events`, {}, STREAMS, 'msg_')
    const publish = {
      method: 'POST',
      path: '/publish',
      headers: {},
      body: (i: number) => JSON.stringify(agentMessage(i)),
    } as const
    await bareHttp.run(publish, EVENTS, 1)
    await clients.until(STREAMS * EVENTS)
    clients.close()
    return STREAMS * EVENTS
  },
)

const afterEverythingMiB = hub.memoryMiB()
await agent.serveUploads(socket, sessionId)
const uploadBody = JSON.stringify({
  filename: 'bench.bin',
  mimeType: 'application/octet-stream',
  content: Buffer.alloc(UPLOAD_BYTES, 'bench').toString('base64'),
})
const upload = {
  method: 'POST',
  path: `/api/sessions/${sessionId}/upload`,
  headers,
  body: () => uploadBody,
} as const
const uploadsMiB = await hub.memoryRiseMiB(() => hubHttp.run(upload, UPLOADS, 1))
const memory = { uploadsMiB, afterEverythingMiB }
console.log(table(figures, memory))
if (values.json) writeFileSync(values.json, `${JSON.stringify({ figures, memory }, null, 2)}\n`)
socket.disconnect()
hubHttp.close()
bareHttp.close()
await hub.stop()
await bare.stop()
rmSync(home, { recursive: true, force: true })
