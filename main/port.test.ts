import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findFreePort, probePort } from './port.ts'
import { findPortHolder, listeningInodes, readLsof, readNetstat, readTasklist } from './port-holder.ts'

let server: Server
let port: number

beforeEach(async () => {
  server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as { port: number }).port
})
afterEach(() => server.close())

describe('a port', () => {
  it('is taken while somebody listens, and free afterwards', async () => {
    expect(await probePort('127.0.0.1', port)).toBe('taken')
    server.close()
    await once(server, 'close')
    expect(await probePort('127.0.0.1', port)).toBe('free')
  })

  it('cannot be listened at on an address this computer does not have', async () => {
    // 192.0.2.0/24 is for documentation and no computer's own.
    expect(await probePort('192.0.2.1', port)).toBe('no-address')
  })

  it('next to a taken one that is free is found by listening there', async () => {
    const found = (await findFreePort('127.0.0.1', port)) ?? 0
    expect(found).toBeGreaterThan(port)
    expect(await probePort('127.0.0.1', found)).toBe('free')
  })

  it('is never sought among those of the system', async () => {
    expect(await findFreePort('127.0.0.1', 80)).toBeGreaterThanOrEqual(1024)
  })

  it('is not found beyond the last', async () => {
    expect(await findFreePort('127.0.0.1', 65535)).toBeUndefined()
  })
})

describe.runIf(process.platform === 'linux')('who listens at a port', () => {
  it('is found by its process', async () => {
    expect(await findPortHolder(port)).toMatchObject({ pid: process.pid, name: expect.stringMatching(/./) })
  })

  it('is nobody when nobody does', async () => {
    server.close()
    await once(server, 'close')
    expect(await findPortHolder(port)).toBeUndefined()
  })
})

describe('what systems say of who listens', () => {
  it('in /proc/net/tcp', () => {
    const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:0BBE 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 4711 1 0 100 0 0 10 0
   1: 0100007F:0BBE 0100007F:D2F4 01 00000000:00000000 00:00000000 00000000  1000        0 4712 1 0 20 4 30 10 -1
   2: 00000000:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 4713 1 0 100 0 0 10 0`
    expect(listeningInodes(table, 3006)).toEqual(['4711'])
  })

  it('by lsof', () => {
    expect(readLsof('p812\ncnode\nf23\n')).toEqual({ pid: 812, name: 'node' })
    expect(readLsof('')).toBeUndefined()
  })

  it('by netstat, in any language', () => {
    const text = `
Aktive Verbindungen

  Proto  Lokale Adresse         Remoteadresse          Status           PID
  TCP    127.0.0.1:13006        0.0.0.0:0              ABHÖREN         99
  TCP    127.0.0.1:3006         127.0.0.1:50123        HERGESTELLT     77
  TCP    127.0.0.1:3006         0.0.0.0:0              ABHÖREN         4242`
    expect(readNetstat(text, 3006)).toBe(4242)
    expect(readNetstat(text, 80)).toBeUndefined()
  })

  it('by tasklist', () => {
    expect(readTasklist('"Svc Hub.exe","4242","Console","1","80,000 K"\r\n')).toBe('Svc Hub.exe')
    expect(readTasklist('INFO: No tasks are running.')).toBeUndefined()
  })
})
