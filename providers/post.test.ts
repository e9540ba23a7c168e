import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import { afterEach, expect, it } from 'vitest'
import { post } from './post.ts'
import { HttpProvider, type HttpReply } from './testing/http-provider.ts'

let provider: HttpProvider | undefined
afterEach(async () => {
  await provider?.close()
  provider = undefined
})

const posted = async (path: string) =>
  post(`${provider?.origin}${path}`, { headers: {}, body: 'secret', signal: AbortSignal.timeout(5000) })

it('takes what is sent nowhere else', async () => {
  const paths: string[] = []
  provider = await HttpProvider.serve(({ path }): HttpReply => {
    paths.push(path)
    return { status: 307, headers: { location: '/elsewhere' } }
  })
  expect((await posted('/here')).status).toBe(307)
  expect(paths).toEqual(['/here'])
})

it('reads no more of an answer than an answer of a provider needs', async () => {
  provider = await HttpProvider.serve(() => ({ status: 200, body: { long: 'x'.repeat(64 * 1024) } }))
  expect(await posted('/')).toEqual({ status: 200, body: undefined })
})

it('hangs up on an answer without end', async () => {
  const { promise: over, resolve } = Promise.withResolvers<void>()
  const server = createServer((_, response) => {
    const endless = Readable.from(
      (function* () {
        while (true) yield 'x'.repeat(16 * 1024)
      })(),
    )
    pipeline(endless, response, () => resolve())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  try {
    const reply = await post(`http://127.0.0.1:${port}/`, {
      headers: {},
      body: '',
      signal: AbortSignal.timeout(3000),
    })
    expect(reply).toEqual({ status: 200, body: undefined })
    await over
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

it('reads the JSON of an answer, and takes anything else for none', async () => {
  provider = await HttpProvider.serve(({ path }) => ({
    status: 200,
    body: path === '/json' ? { a: 1 } : undefined,
  }))
  expect([(await posted('/json')).body, (await posted('/none')).body]).toEqual([{ a: 1 }, undefined])
})
