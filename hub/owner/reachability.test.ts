import { createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { selfSigned } from '../../providers/testing/certificate.ts'
import { HttpProvider, type HttpReply, type HttpRequest } from '../../providers/testing/http-provider.ts'
import { ManualClock } from '../testing/manual-clock.ts'
import { PROBE_HEADER, REACHABILITY_TIMEOUT_MS, ReachabilityCheck } from './reachability.ts'

let clock: ManualClock
let reachability: ReachabilityCheck
const open: { close(): unknown }[] = []

beforeEach(() => {
  clock = new ManualClock()
  reachability = new ReachabilityCheck({ clock })
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()))
})

async function serve(answer: (request: HttpRequest) => HttpReply, certificate = false): Promise<string> {
  const server = await HttpProvider.serve(answer, certificate ? selfSigned() : undefined)
  open.push(server)
  return server.origin
}

/** Answers as the hub's own route does. */
const asWeDo = ({ headers }: HttpRequest): HttpReply => {
  reachability.noteProbe(headers[PROBE_HEADER] as string | undefined)
  return { status: 200, body: { status: 'ok', protocolVersion: 1, capabilities: {} } }
}

/** A server below HTTP, whose connections `greet` gets. */
async function listen(greet: (socket: Socket) => void): Promise<string> {
  const server: Server = createTcpServer((socket) => {
    socket.on('error', () => {})
    greet(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push(server)
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`
}

const unusedAddress = async () => {
  const server = await HttpProvider.serve(() => ({ status: 200 }))
  const { origin } = server
  await server.close()
  return origin
}

it('is reachable where this very hub answers', async () => {
  const url = await serve(asWeDo)
  expect(await reachability.check([url])).toEqual([{ url, result: 'reachable', code: null }])
})

it('asks for health alone, without a credential', async () => {
  const asked: HttpRequest[] = []
  const url = await serve((request) => {
    asked.push(request)
    return asWeDo(request)
  })
  await reachability.check([`${url}/path?query`])
  expect(asked.map(({ method, path }) => [method, path])).toEqual([['GET', '/health']])
  expect(asked[0]?.headers).not.toHaveProperty('authorization')
  expect(asked[0]?.headers).not.toHaveProperty('cookie')
})

it('is not ours where another hub answers, though it looks the same', async () => {
  const url = await serve(() => ({
    status: 200,
    body: { status: 'ok', protocolVersion: 1, capabilities: {} },
  }))
  expect(await reachability.check([url])).toEqual([{ url, result: 'not-ours', code: '200' }])
})

it('is not ours where a probe of before is repeated', async () => {
  let probe: string | undefined
  const first = await serve((request) => {
    probe = request.headers[PROBE_HEADER] as string
    return asWeDo(request)
  })
  await reachability.check([first])
  const second = await serve(() => {
    reachability.noteProbe(probe)
    return { status: 200 }
  })
  expect(await reachability.check([second])).toMatchObject([{ result: 'not-ours' }])
})

it.each([404, 502])('is not ours where a proxy answers %i, even after it asked us', async (status) => {
  const url = await serve((request) => {
    asWeDo(request)
    return { status, body: 'secret words' }
  })
  expect(await reachability.check([url])).toEqual([{ url, result: 'not-ours', code: String(status) }])
})

it('does not go where it is sent', async () => {
  const ours = await serve(asWeDo)
  const server = await listen((socket) =>
    socket.end(`HTTP/1.1 302 Found\r\nlocation: ${ours}/health\r\ncontent-length: 0\r\n\r\n`),
  )
  expect(await reachability.check([server])).toEqual([{ url: server, result: 'not-ours', code: '302' }])
})

it('is not ours where something other than HTTP answers', async () => {
  const url = await listen((socket) => socket.end('220 mail.example ESMTP\r\n'))
  expect(await reachability.check([url])).toEqual([{ url, result: 'not-ours', code: 'not-http' }])
})

it('is refused where nobody listens, and where the name is unknown', async () => {
  const url = await unusedAddress()
  expect(await reachability.check([url, 'http://no-such-name.invalid'])).toEqual([
    { url, result: 'refused', code: 'ECONNREFUSED' },
    {
      url: 'http://no-such-name.invalid',
      result: 'refused',
      code: expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN)$/),
    },
  ])
})

it('fails for its certificate where nobody certified it', async () => {
  const url = await serve(asWeDo, true)
  expect(await reachability.check([url])).toEqual([
    { url, result: 'tls', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
  ])
})

it('fails for its encryption where there is none', async () => {
  const url = (await serve(asWeDo)).replace('http:', 'https:')
  expect(await reachability.check([url])).toMatchObject([{ url, result: 'tls' }])
})

it('is given up after three seconds, and keeps the others from nothing', async () => {
  const connected = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const silent = await listen(() => connected.resolve())
  const url = await serve((request) => {
    asked.resolve()
    return asWeDo(request)
  })
  const checked = reachability.check([silent, url])
  await Promise.all([connected.promise, asked.promise])
  clock.advance(REACHABILITY_TIMEOUT_MS)
  expect((await checked)[0]).toEqual({ url: silent, result: 'timeout', code: 'timeout' })
})

it('is asked once for everybody who asks meanwhile, and anew afterwards', async () => {
  let asked = 0
  const url = await serve((request) => {
    asked += 1
    return asWeDo(request)
  })
  const answers = await Promise.all([reachability.check([url]), reachability.check([url])])
  expect([asked, answers[0]]).toEqual([1, answers[1]])
  await reachability.check([url])
  expect(asked).toBe(2)
})
