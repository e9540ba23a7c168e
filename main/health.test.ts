import { once } from 'node:events'
import { createServer as createHttp } from 'node:http'
import { createServer, type Server } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { localOrigin, whoAnswers } from './health.ts'

const open: Server[] = []
afterEach(() => {
  for (const server of open.splice(0)) server.close()
})

async function listen(server: Server): Promise<string> {
  open.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`
}

const answering = (body: string, status = 200) =>
  listen(createHttp((_, response) => response.writeHead(status).end(body)))

const health = JSON.stringify({ status: 'ok', protocolVersion: 1, capabilities: { later: true } })

describe('who answers at an address', () => {
  it('is a hub when it says so in the words of its protocol', async () => {
    expect(await whoAnswers(await answering(health))).toBe('hub')
  })

  it.each(['<html>', '{"status":"ok"}', '', '{"status":"ok","protocolVersion":"1","capabilities":{}}'])(
    'is another program when it says %j',
    async (body) => {
      expect(await whoAnswers(await answering(body))).toBe('other')
    },
  )

  it('is another program when it sends somewhere else', async () => {
    const origin = await answering(health)
    const redirect = createHttp((_, response) => response.writeHead(302, { location: origin }).end())
    expect(await whoAnswers(await listen(redirect))).toBe('other')
  })

  it('is another program when it does not speak HTTP', async () => {
    expect(await whoAnswers(await listen(createServer((socket) => void socket.end('hello\n'))))).toBe('other')
  })

  it('is another program when it accepts and stays silent', async () => {
    const silent = createServer((socket) => void socket.on('error', () => {}))
    expect(await whoAnswers(await listen(silent), 50)).toBe('other')
  })

  it('is another program when it never stops talking', async () => {
    const endless = createHttp((_, response) => {
      const go = () => {
        while (response.write('x'.repeat(4096)));
        response.once('drain', go)
      }
      go()
    })
    expect(await whoAnswers(await listen(endless))).toBe('other')
  })

  it('is nobody when nobody listens', async () => {
    const origin = await answering(health)
    const [server] = open.splice(0)
    server?.close()
    await once(server as Server, 'close')
    expect(await whoAnswers(origin)).toBe('nobody')
  })
})

describe('the address at which this computer itself reaches a hub', () => {
  it.each([
    ['http://0.0.0.0:3006', 'http://127.0.0.1:3006'],
    ['http://[::]:3006', 'http://[::1]:3006'],
    ['http://192.168.1.5:3006', 'http://192.168.1.5:3006'],
    ['http://localhost:3006', 'http://localhost:3006'],
  ])('%s is %s', (origin, local) => {
    expect(localOrigin(origin)).toBe(local)
  })
})
