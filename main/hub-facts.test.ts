import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readHubFacts } from './hub-facts.ts'

const storage = { path: '/d/hub.db', databaseBytes: 1, walBytes: 2, shmBytes: 3, totalBytes: 6 }
const configuration = {
  dataFolder: '/d',
  settingsPath: '/d/settings.json',
  entries: [],
  restartRequired: false,
  problem: null,
}

let server: Server
let answers: Record<string, { status?: number; body: unknown }>
beforeEach(async () => {
  answers = {
    '/api/auth': { body: { token: 'jwt', user: { id: 1, firstName: 'Owner' } } },
    '/api/owner/configuration': { body: configuration },
    '/api/storage/sqlite': { body: storage },
  }
  server = createServer(async (request, response) => {
    const { status = 200, body } = answers[request.url ?? ''] ?? { status: 404, body: {} }
    const isAllowed =
      request.url === '/api/auth'
        ? JSON.stringify(await json(request)) === '{"accessToken":"code"}'
        : request.headers.authorization === 'Bearer jwt'
    response.writeHead(isAllowed ? status : 401, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isAllowed ? body : { error: 'no' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(() => new Promise((resolve) => server.close(resolve)))

const read = () =>
  readHubFacts({ origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, accessToken: 'code' })

describe('what the hub tells for a report', () => {
  it('is its configuration and the sizes of its database', async () => {
    expect(await read()).toEqual({ configuration, storage })
  })

  it('is nothing while there is no hub, or one that does not answer or know the code', async () => {
    const nothing = { configuration: undefined, storage: undefined }
    expect(await readHubFacts(undefined)).toEqual(nothing)
    expect(await readHubFacts({ origin: 'http://127.0.0.1:1', accessToken: 'code' })).toEqual(nothing)
    answers['/api/auth'] = { status: 401, body: { error: 'Invalid access token' } }
    expect(await read()).toEqual(nothing)
  })

  it('leaves out what is not as it was agreed', async () => {
    answers['/api/owner/configuration'] = { body: { entries: 'none' } }
    expect(await read()).toEqual({ configuration: undefined, storage })
  })
})
