import { Readable } from 'node:stream'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'
import { closeHttpApps, startHttpApp } from '../testing/http-app.ts'
import { rawJson, route } from './route.ts'

afterEach(closeHttpApps)

const streamed = endpoint('GET', '/api/streamed', { response: z.unknown() })

describe.each(['gzip', 'identity'])('a body that is read as it goes out (%s)', (encoding) => {
  const ask = async (content: Readable) => {
    const { server, bearer } = await startHttpApp([route(streamed, () => rawJson(content))])
    const headers = { ...(await bearer()), 'accept-encoding': encoding }
    return fetch(`http://127.0.0.1:${server.port}/api/streamed`, { headers })
  }

  it('arrives whole', async () => {
    const response = await ask(Readable.from(['{"a":', '[1,2', ']}']))
    expect([response.headers.get('content-type'), await response.json()]).toEqual([
      'application/json; charset=utf-8',
      { a: [1, 2] },
    ])
  })

  it('that breaks off does not look like a whole one', async () => {
    const response = ask(
      Readable.from(
        (function* () {
          yield '{"a":1}'
          throw new Error('broken')
        })(),
      ),
    )
    await expect(response.then((answer) => answer.text())).rejects.toThrow()
  })

  it('is not read on for a client that has gone', async () => {
    const content = new Readable({
      read() {
        this.push(' '.repeat(65_536))
      },
    })
    const closed = new Promise((resolve) => content.once('close', resolve))
    const response = await ask(content)
    await response.body?.cancel()
    await closed
    expect(content.destroyed).toBe(true)
  })
})
