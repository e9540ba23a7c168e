import { request } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { SOCKET_MAX_FRAME_BYTES } from '../../contract/cli-plane.ts'
import { heard, SocketHost } from '../testing/socket-host.ts'
import { agentNamespace } from './socket-server.ts'

const HANDSHAKE = '/socket.io/?EIO=4&transport=polling'

let host: SocketHost | undefined
afterEach(() => host?.close())

async function start(corsOrigins: string[] = []): Promise<SocketHost> {
  host = await SocketHost.start({ corsOrigins, listener: (_request, response) => response.end('the app') })
  return host
}

/** A GET with exactly these headers; `fetch` would not let us choose the origin. */
function get(url: string, headers: Record<string, string> = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number
    body: string
    headers: Record<string, unknown>
  }>()
  request(url, { headers }, async (response) => {
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk as Buffer)
    resolve({
      status: response.statusCode ?? 0,
      body: Buffer.concat(chunks).toString(),
      headers: response.headers,
    })
  })
    .on('error', reject)
    .end()
  return promise
}

describe('the socket server', () => {
  it('announces the pings, the frame limit and the upgrade of the reference', async () => {
    const { origin } = await start()
    const { body } = await get(`${origin}${HANDSHAKE}`)
    expect(JSON.parse(body.slice(1))).toMatchObject({
      upgrades: ['websocket'],
      pingInterval: 25_000,
      pingTimeout: 20_000,
      maxPayload: SOCKET_MAX_FRAME_BYTES,
    })
  })

  it('speaks version 4 of the engine only', async () => {
    const { origin } = await start()
    const { status, body } = await get(`${origin}/socket.io/?EIO=3&transport=polling`)
    expect([status, JSON.parse(body)]).toEqual([400, { code: 5, message: 'Unsupported protocol version' }])
  })

  it('leaves every other path to the app, and serves no client script', async () => {
    const { origin } = await start()
    expect((await get(`${origin}/api/sessions`)).body).toBe('the app')
    expect((await get(`${origin}/socket.io/socket.io.js`)).status).toBe(400)
  })

  it.each([
    ['no origin', ['https://a.test'], undefined, 200],
    ['an allowed origin', ['https://a.test'], 'https://a.test', 200],
    ['another origin', ['https://a.test'], 'https://b.test', 403],
    ['an origin that only starts like an allowed one', ['https://a.test'], 'https://a.test.evil', 403],
    ['any origin when none is configured', [], 'https://b.test', 403],
    ['an opaque origin', ['https://a.test'], 'null', 403],
    ['any origin under *', ['*'], 'https://b.test', 200],
  ])('answers %s', async (_name, corsOrigins, origin, status) => {
    const { origin: hub } = await start(corsOrigins)
    const answer = await get(`${hub}${HANDSHAKE}`, origin === undefined ? {} : { Origin: origin })
    expect(answer.status).toBe(status)
    if (status === 403) expect(JSON.parse(answer.body)).toEqual({ code: 4, message: 'Origin not allowed' })
  })

  it('refuses a websocket from an origin that is not allowed', async () => {
    await start(['https://a.test'])
    const refused = host?.connect({}, { extraHeaders: { Origin: 'https://b.test' } })
    await expect(refused).rejects.toThrow('websocket error')
  })

  it('allows configured origins without credentials', async () => {
    const { origin } = await start(['https://a.test'])
    const { headers } = await get(`${origin}${HANDSHAKE}`, { Origin: 'https://a.test' })
    expect(headers['access-control-allow-origin']).toBe('https://a.test')
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
  })

  it.each([
    ['deflates what comes through a proxy', { 'X-Forwarded-For': '192.0.2.7' }, 'permessage-deflate'],
    ['does not deflate between processes of one computer', {}, ''],
  ])('%s', async (_name, headers, extension) => {
    const { origin } = await start()
    const { promise, resolve } = Promise.withResolvers<string>()
    const upgrade = request(`${origin}/socket.io/?EIO=4&transport=websocket`, {
      headers: {
        ...headers,
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        'Sec-WebSocket-Key': Buffer.alloc(16).toString('base64'),
        'Sec-WebSocket-Version': '13',
        'Sec-WebSocket-Extensions': 'permessage-deflate; client_max_window_bits',
      },
    })
    upgrade.on('upgrade', (response, socket) => {
      socket.destroy()
      resolve(response.headers['sec-websocket-extensions'] ?? '')
    })
    upgrade.end()
    expect((await promise).split(';')[0]).toBe(extension)
  })

  it('takes the transports CLIs and browsers use', async () => {
    await start()
    const polling = await host?.connect({}, { namespace: '/', transports: ['polling'] })
    const websocket = await host?.connect({}, { namespace: '/', transports: ['websocket'] })
    expect([polling?.connected, websocket?.connected]).toEqual([true, true])
  })

  it('hears nothing on the default namespace', async () => {
    await start()
    const client = await host?.connect({}, { namespace: '/' })
    expect(host?.io.sockets.sockets.get(client?.id ?? '')?.eventNames()).toEqual(['error'])
  })
})

describe('frames', () => {
  const echo = () =>
    agentNamespace((host as SocketHost).io).on('connection', (socket) => {
      socket.on('size', (text, ack) => (ack as (size: number) => void)((text as string).length))
    })

  it('carries one just below 48 MiB', async () => {
    await start()
    echo()
    const client = await host?.connect()
    const text = 'a'.repeat(SOCKET_MAX_FRAME_BYTES - 1024)
    expect(await client?.emitWithAck('size', text)).toBe(text.length)
  })

  it('inflates a deflated one', async () => {
    await start()
    echo()
    const client = await host?.connect({}, { extraHeaders: { 'X-Forwarded-For': '192.0.2.7' } })
    expect(await client?.emitWithAck('size', 'a'.repeat(100_000))).toBe(100_000)
  })

  it('closes only the socket that sends a larger one', async () => {
    await start()
    echo()
    const [greedy, modest] = [await host?.connect(), await host?.connect()]
    if (!greedy || !modest) throw new Error('not connected')
    const closed = heard(greedy, 'disconnect')
    greedy.emit('size', 'a'.repeat(SOCKET_MAX_FRAME_BYTES + 1024))
    await closed
    expect(await modest.emitWithAck('size', 'still here')).toBe(10)
  })
})
