import { afterAll, beforeAll, expect, it } from 'vitest'
import { ENDPOINTS } from '../testing/declared-endpoints.ts'
import { dumpTables } from '../testing/dump-tables.ts'
import { randomNumbers } from '../testing/garbage.ts'
import { FOREIGN, HubScene } from '../testing/hub-scene.ts'
import { type RandomRequest, RandomRequests } from '../testing/random-requests.ts'
import { TEST_TOKEN } from '../testing/test-hub.ts'

const REQUESTS = 2000
const AT_ONCE = 10
/** The spec's own answers above 499: nobody there to do it, and a resume that came to nothing. */
const NAMED_FAILURES = [
  [503, 'no_machine_online'],
  [503, 'rpc_target_missing'],
  [503, undefined],
] as const

let scene: HubScene
let requests: RandomRequests
beforeAll(async () => {
  scene = await HubScene.open()
  const agentState = { requests: { known: { tool: 'Bash', arguments: {} } } }
  const active = await scene.session({ agentState })
  await active.serve('permission', () => null)
  const inactive = await scene.asleep({ agentState })
  const foreign = await scene.session({ namespace: FOREIGN })
  const runner = await scene.runner()
  await runner.serve('list-directory', () => ({ success: true, entries: [] }))
  await scene.raw('POST', `/api/sessions/${active.id}/messages`, { text: 'x', localId: 'known' })
  requests = new RandomRequests(
    {
      endpoints: [...ENDPOINTS],
      ids: [active.id, active.id, inactive, foreign.id, 'm', 'known'],
      authorizations: [
        ...Array.from({ length: 6 }, () => `Bearer ${scene.api.jwt}`),
        `Bearer ${scene.stranger.jwt}`,
        `Bearer ${TEST_TOKEN}`,
        'Bearer x',
        undefined,
      ],
    },
    randomNumbers(20_261_121),
  )
})
afterAll(() => scene.close())

async function send({ method, path, headers, body }: RandomRequest) {
  const answer = await fetch(scene.hub.origin + path, {
    method,
    headers,
    ...(body !== undefined && { body }),
    redirect: 'manual',
  })
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false
  return { status: answer.status, isJson, text }
}

type Answer = Awaited<ReturnType<typeof send>>

/** What is wrong with an answer, whatever was asked; undefined when nothing is. */
function wrong({ status, isJson, text }: Answer): string | undefined {
  if (status === 204) return text === '' ? undefined : 'a 204 with a body'
  if (!isJson) return 'no JSON'
  const body = JSON.parse(text)
  if (status >= 500 && !NAMED_FAILURES.some(([at, code]) => at === status && code === body.code)) {
    return 'a failure the spec does not name'
  }
  if (status >= 400 && typeof body.error !== 'string') return 'an error without words'
  return undefined
}

it(`${REQUESTS} random requests are each answered as the spec says, and the hub is well`, async () => {
  const faults: unknown[] = []
  const statuses = new Map<number, number>()
  for (let sent = 0; sent < REQUESTS; sent += AT_ONCE) {
    const batch = Array.from({ length: AT_ONCE }, () => requests.next())
    for (const [index, answer] of (await Promise.all(batch.map(send))).entries()) {
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      const fault = wrong(answer)
      if (fault) faults.push({ fault, request: batch[index], answer })
    }
  }
  expect([faults, scene.log.lines.filter(({ level }) => level === 'error')]).toEqual([[], []])
  expect([...statuses.keys()].sort()).toEqual(expect.arrayContaining([200, 400, 401, 403, 404, 409]))
  expect((await scene.raw('GET', '/health')).body.status).toBe('ok')
})

it('what is refused changes nothing', async () => {
  let refused = 0
  let before = dumpTables(scene.hub)
  const changed: unknown[] = []
  for (let sent = 0; sent < 300; sent++) {
    const request = requests.next()
    const { status, text } = await send(request)
    const after = dumpTables(scene.hub)
    if (status >= 400) {
      refused += 1
      if (JSON.stringify(after) !== JSON.stringify(before)) changed.push({ request, status, text })
    }
    before = after
  }
  expect([changed, refused > 100]).toEqual([[], true])
})

it('the log holds no token and no JWT', () => {
  const secrets = [TEST_TOKEN, scene.api.jwt ?? '', scene.stranger.jwt ?? '']
  expect(secrets.filter((secret) => scene.log.text.includes(secret))).toEqual([])
})
