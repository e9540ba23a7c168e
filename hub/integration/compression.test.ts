import { request } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HubScene } from '../testing/hub-scene.ts'

let scene: HubScene
let id: string
beforeAll(async () => {
  scene = await HubScene.open()
  id = (await scene.session()).id
  await scene.raw('POST', `/api/sessions/${id}/messages`, { text: 'long '.repeat(1000) })
})
afterAll(() => scene.close())

/** The encoding of the answer, and what it says once decoded. */
function get(path: string, accept: string | undefined) {
  const { hostname, port } = new URL(scene.hub.origin)
  const headers = { authorization: `Bearer ${scene.api.jwt}`, ...(accept && { 'accept-encoding': accept }) }
  return new Promise<{ encoding: string | undefined; body: unknown }>((resolve, reject) => {
    const outgoing = request({ hostname, port, path, headers }, async (incoming) => {
      const chunks: Buffer[] = []
      for await (const chunk of incoming) chunks.push(chunk)
      const bytes = Buffer.concat(chunks)
      const encoding = incoming.headers['content-encoding']
      resolve({ encoding, body: JSON.parse((encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString()) })
    })
    outgoing.on('error', reject)
    outgoing.end()
  })
}

describe.each([
  ['the list', () => '/api/sessions'],
  ['a session', () => `/api/sessions/${id}`],
  ['messages', () => `/api/sessions/${id}/messages`],
  ['an error', () => '/api/sessions/none'],
])('%s', (_, path) => {
  it.each([
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'gzip'],
    ['br, gzip;q=0.1', 'gzip'],
    ['GZIP', 'gzip'],
    ['*', 'gzip'],
    ['*;q=0, gzip', 'gzip'],
    ['gzip;q=0', undefined],
    ['gzip;q=0, *', undefined],
    ['*;q=0', undefined],
    ['identity', undefined],
    ['br', undefined],
    [undefined, undefined],
  ])('for %j is encoded as %s and says the same', async (accept, encoding) => {
    const plain = await get(path(), undefined)
    expect(await get(path(), accept)).toEqual({ encoding, body: plain.body })
  })
})

it('health is outside of /api and never compressed', async () => {
  expect((await get('/health', 'gzip')).encoding).toBeUndefined()
})
