import { afterEach, expect, it } from 'vitest'
import { z } from 'zod'
import { DEFAULT_BODY_LIMIT_BYTES, endpoint } from '../../contract/endpoint.ts'
import { closeHttpApps, startHttpApp } from '../testing/http-app.ts'
import { BodyRoom } from './body-room.ts'
import { route } from './route.ts'

const LARGE = DEFAULT_BODY_LIMIT_BYTES + 1
const dictate = endpoint('POST', '/api/dictate', {
  body: z.object({ text: z.string() }),
  response: z.object({ ok: z.literal(true) }),
  bodyLimitBytes: 2 * LARGE,
})

afterEach(closeHttpApps)

/** An app with room for one large body, whose handler waits until it is told to go on. */
async function start() {
  const arrived: number[] = []
  const waiting: (() => void)[] = []
  const gate = Promise.withResolvers<void>()
  const heard = route(dictate, async ({ body }) => {
    arrived.push(body.text.length)
    waiting.shift()?.()
    if (body.text.length > 100) await gate.promise
    return { ok: true } as const
  })
  const { call } = await startHttpApp([heard], { bodyRoom: new BodyRoom({ inMemoryBytes: LARGE }) })
  const say = (length: number, headers: Record<string, string> = {}) =>
    call('/api/dictate', { method: 'POST', headers, body: JSON.stringify({ text: 'a'.repeat(length) }) })
  const arrival = () => new Promise<void>((resolve) => void waiting.push(resolve))
  return { arrived, arrival, say, goOn: () => gate.resolve() }
}

it('lets one large body in at a time, and small ones past it', async () => {
  const { arrived, arrival, say, goOn } = await start()
  const first = arrival()
  const large = [say(LARGE)]
  await first
  large.push(say(LARGE + 1), say(LARGE + 2, { 'transfer-encoding': 'chunked' }))
  for (let small = 0; small < 3; small += 1) expect((await say(small)).status).toBe(200)
  expect(arrived).toEqual([LARGE, 0, 1, 2])
  goOn()
  expect((await Promise.all(large)).map(({ status }) => status)).toEqual([200, 200, 200])
  expect(arrived.length).toBe(6)
})

it('is not taken by who may not call', async () => {
  const { arrival, say, goOn } = await start()
  const first = arrival()
  const large = say(LARGE)
  await first
  const refused = await say(LARGE, { authorization: 'Bearer nothing' })
  expect(refused.status).toBe(401)
  goOn()
  expect((await large).status).toBe(200)
})
