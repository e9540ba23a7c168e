import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { registerDevice } from '../../contract/device.ts'
import { getPairing, listDevices, testDevice } from '../../contract/owner.ts'
import { CliClient } from '../../demo/cli-client.ts'
import { HttpProvider, type HttpRequest } from '../../providers/testing/http-provider.ts'
import type { Settings } from '../config/settings.ts'
import { FakePushGateway } from '../testing/fake-push-gateway.ts'
import { PUSH_KEY } from '../testing/providers/push-room.ts'
import { TEST_TOKEN, TestHub } from '../testing/test-hub.ts'

/* `corsOrigins`, `publicUrl` and `extraHeaders`, asked for as browsers, phones and CLIs do. */

const APP = 'https://app.example'
const STRANGER = 'https://evil.example'
const JSON_TYPE = { 'content-type': 'application/json' }

let hub: TestHub
afterEach(() => hub.close())

const start = async (settings: Partial<Settings>) => {
  hub = await TestHub.start({ settings })
}

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  /** Of a stream only what came first. */
  text: string
}

/** One request with exactly these headers, `Host` and `Origin` included, which `fetch` keeps for itself. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET', body?: string) {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const sent = request(new URL(path, hub.origin), { method, headers }, (answer: IncomingMessage) => {
    const finish = (text: string) => {
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text })
      answer.destroy()
    }
    const isStream = answer.headers['content-type'] === 'text/event-stream'
    let text = ''
    answer.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (isStream) finish(text)
    })
    answer.on('end', () => finish(text))
  })
  sent.on('error', reject)
  sent.end(body)
  return promise
}

const granted = ({ headers }: Answer) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'))

const preflight = (path: string, origin: string, method: string) =>
  ask(path, { origin, 'access-control-request-method': method }, 'OPTIONS')

/** Whether an agent's socket may be opened by a page of this origin. */
async function opensSocket(origin: string): Promise<boolean> {
  const { id } = await hub
    .cli()
    .createSession({ tag: crypto.randomUUID(), metadata: { path: '/', host: 'h' } })
  const page = new CliClient({ url: hub.origin, token: TEST_TOKEN, extraHeaders: { origin } })
  const socket = await page.connectSession(id).catch(() => undefined)
  socket?.close()
  return socket !== undefined
}

describe('corsOrigins', () => {
  it.each([
    ['POST', '/api/auth'],
    ['GET', '/api/sessions'],
    ['DELETE', '/api/devices/register'],
    ['PATCH', '/api/sessions/s1'],
    ['PUT', '/api/hub-settings'],
    ['GET', '/api/events'],
    ['POST', '/cli/sessions'],
  ])('lets its pages ask for %s %s, and no others', async (method, path) => {
    await start({ corsOrigins: [`${APP}/`] })
    const allowed = await preflight(path, APP, method)
    expect([allowed.status, allowed.text]).toEqual([204, ''])
    expect(allowed.headers).toMatchObject({
      'access-control-allow-origin': APP,
      'access-control-allow-methods': expect.stringContaining(method),
      'access-control-allow-headers': 'authorization, content-type, last-event-id',
      vary: expect.stringContaining('Origin'),
    })
    for (const other of [STRANGER, `${APP}.evil.example`, `${APP}:8443`, 'null']) {
      expect(granted(await preflight(path, other, method))).toEqual([])
    }
  })

  it('lets its pages read answers and refusals, and no others', async () => {
    await start({ corsOrigins: [APP] })
    const signIn = JSON.stringify({ accessToken: TEST_TOKEN })
    for (const [origin, grants] of [
      [APP, ['access-control-allow-origin']],
      [STRANGER, []],
    ] as const) {
      const answers = [
        await ask('/api/auth', { origin, ...JSON_TYPE }, 'POST', signIn),
        await ask('/api/auth', { origin, ...JSON_TYPE }, 'POST', '{'),
        await ask('/api/sessions', { origin }),
        await ask('/health', { origin }),
        await ask('/health', { origin, host: 'rebound.example' }),
      ]
      expect(answers.map(({ status }) => status)).toEqual([200, 400, 401, 200, 403])
      for (const answer of answers) expect(granted(answer)).toEqual(grants)
    }
  })

  it.each(['gzip', 'identity'])(
    'lets its pages read the event stream (%s), and no others',
    async (encoding) => {
      await start({ corsOrigins: [APP] })
      const { jwt } = await hub.client()
      const read = (origin: string) =>
        ask(`/api/events?all=true&token=${jwt}`, { origin, 'accept-encoding': encoding })
      const stream = await read(APP)
      expect(stream.status).toBe(200)
      expect(stream.headers).toMatchObject({
        'content-type': 'text/event-stream',
        'access-control-allow-origin': APP,
      })
      expect(stream.text).not.toBe('')
      expect(granted(await read(STRANGER))).toEqual([])
    },
  )

  it('lets its pages open sockets, and no others', async () => {
    await start({ corsOrigins: [APP] })
    expect([await opensSocket(APP), await opensSocket(STRANGER)]).toEqual([true, false])
  })

  it('is for every page when it is *', async () => {
    await start({ corsOrigins: ['*'] })
    const { headers } = await preflight('/api/sessions', STRANGER, 'GET')
    expect(headers['access-control-allow-origin']).toBe('*')
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
    expect(await opensSocket(STRANGER)).toBe(true)
  })

  it('is the origin of publicUrl when it is empty, and nothing without that either', async () => {
    await start({ publicUrl: 'https://hub.example/some/path' })
    const origin = 'https://hub.example'
    expect((await ask('/health', { origin })).headers['access-control-allow-origin']).toBe(origin)
    expect([await opensSocket(origin), await opensSocket(APP)]).toEqual([true, false])
    await hub.close()
    await start({})
    expect(granted(await preflight('/api/sessions', origin, 'GET'))).toEqual([])
  })
})

describe('publicUrl', () => {
  const PATHS = ['/health', '/api/sessions', '/api/events?all=true', '/cli/sessions', '/', '/sessions/s1']
  const statuses = async (host: string) => {
    const { jwt } = await hub.client()
    const headers = { host, authorization: `Bearer ${jwt}` }
    return Promise.all(PATHS.map(async (path) => (await ask(path, headers)).status))
  }

  it('is a name the hub answers to while it listens on loopback, unlike names that were led there', async () => {
    await start({ publicUrl: 'https://Hub.example:8443/x', corsOrigins: [APP] })
    expect(await statuses('rebound.example')).toEqual(PATHS.map(() => 403))
    const known = await statuses('localhost')
    expect(known).not.toContain(403)
    for (const host of ['hub.example', 'hub.example:8443', 'HUB.example', 'app.example', '[::1]:3006']) {
      expect(await statuses(host)).toEqual(known)
    }
  })

  it('is the address of both pairing codes, without its path', async () => {
    await start({ publicUrl: 'https://Hub.example:443/some/path?x#y' })
    const address = encodeURIComponent('https://hub.example')
    expect((await (await hub.client()).call(getPairing)).addresses).toEqual([
      {
        url: 'https://hub.example',
        kind: 'public',
        web: `https://hub.example/?hub=${address}&token=${TEST_TOKEN}`,
        companion: `svccompanion://bind?hub=${address}&code=${TEST_TOKEN}`,
      },
    ])
  })

  it('is where links in messages of other services lead', async () => {
    const gateway = await FakePushGateway.open()
    process.env.SVC_PUSH_GATEWAY_ORIGIN = gateway.origin
    await start({ publicUrl: 'https://hub.example', pushGatewaySendKey: 'key' })
    const { id, agent } = await hub.activeSession()
    const post = gateway.next()
    const content = { id: '1', type: 'event', data: { type: 'ready' } }
    agent.emit('message', { sid: id, message: { role: 'agent', content } })
    expect((await post).desp).toContain(`https://hub.example/sessions/${id}`)
    delete process.env.SVC_PUSH_GATEWAY_ORIGIN
    await gateway.close()
  })
})

describe('extraHeaders', () => {
  const HEADERS = { 'x-proxy-auth': 'open sesame' }

  /** A proxy before the hub that lets through only who knows the header. */
  async function guard(): Promise<Server> {
    const { hostname, port } = new URL(hub.origin)
    const isAdmitted = ({ headers }: IncomingMessage) => headers['x-proxy-auth'] === HEADERS['x-proxy-auth']
    const proxy = createServer((incoming, outgoing) => {
      if (!isAdmitted(incoming)) {
        outgoing.writeHead(403).end()
        return
      }
      const { method = '', url, headers } = incoming
      const onward = request({ hostname, port, method, path: url, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 0, answer.headers)
        answer.pipe(outgoing)
      })
      incoming.pipe(onward)
    })
    proxy.on('upgrade', (incoming, client, head) => {
      if (!isAdmitted(incoming)) {
        client.destroy()
        return
      }
      const { rawHeaders, method, url } = incoming
      const lines = rawHeaders.flatMap((name, n) => (n % 2 === 0 ? [`${name}: ${rawHeaders[n + 1]}`] : []))
      const onward = connect(Number(port), hostname, () => {
        onward.write(`${method} ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
        onward.write(head)
        onward.pipe(client).pipe(onward)
      })
      for (const socket of [client, onward]) {
        socket.on('error', () => {})
        socket.on('close', () => [client, onward].forEach((end) => void end.destroy()))
      }
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    return proxy
  }

  it('bring the requests and the sockets of a CLI through a proxy that asks for them', async () => {
    await start({})
    const proxy = await guard()
    const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
    const body = { tag: 't', metadata: { path: '/w', host: 'h' } }
    const without = new CliClient({ url, token: TEST_TOKEN })
    await expect(without.createSession(body)).rejects.toThrow('403')
    const cli = new CliClient({ url, token: TEST_TOKEN, extraHeaders: HEADERS })
    const { id } = await cli.createSession(body)
    await expect(without.connectSession(id)).rejects.toThrow()
    const agent = await cli.connectSession(id)
    agent.emit('session-alive', { sid: id, time: hub.clock.now(), thinking: false })
    await agent.request('ping')
    expect((await (await hub.client()).raw('GET', `/api/sessions/${id}`)).body.session.active).toBe(true)
    agent.close()
    proxy.closeAllConnections()
    await new Promise((resolve) => proxy.close(resolve))
  })

  it('are told to nobody the hub itself calls', async () => {
    const asked: HttpRequest[] = []
    const relay = await HttpProvider.serve((sent) => {
      asked.push(sent)
      return { status: 200, body: { ok: true } }
    })
    await start({ extraHeaders: HEADERS, iosPushRelayUrl: relay.origin })
    const client = await hub.client()
    const phone = { platform: 'phone', deviceId: 'd', token: 't', pushKey: PUSH_KEY } as const
    await client.call(registerDevice, { body: phone })
    const [device] = (await client.call(listDevices)).devices
    await client.call(testDevice, { params: { id: device?.id ?? '' } })
    expect(asked.map(({ path }) => path)).toEqual(['/v1/push'])
    expect(JSON.stringify(asked.map(({ headers }) => headers))).not.toMatch(/proxy-auth|sesame/)
    await relay.close()
  })
})
