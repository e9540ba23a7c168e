import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AgentUnreachable } from '../errors.ts'
import { AgentPlane, BASE_TOKEN, handled } from '../testing/agent-plane.ts'
import type { ClientSocket } from '../testing/socket-host.ts'

let plane: AgentPlane
beforeEach(async () => {
  plane = await AgentPlane.start()
  plane.services.sessions.set('s1', 'default').set('s2', 'default').set('foreign', 'other')
  plane.services.machines.set('m1', 'default').set('m:2', 'default')
})
afterEach(() => plane.close())

describe('the handshake', () => {
  it.each([
    ['no token', {}],
    ['a wrong token', { token: 'guess' }],
    ['a malformed namespace', { token: `${BASE_TOKEN}:` }],
    ['a token that is no text', { token: { $ne: '' } }],
  ])('refuses %s', async (_name, auth) => {
    await expect(plane.host.connect(auth)).rejects.toThrow(/^Invalid token$/)
  })

  it('takes the base token for the default namespace', async () => {
    await plane.host.connect({ token: BASE_TOKEN, sessionId: 's1' })
    expect(plane.link.socketCount('s1')).toBe(1)
  })

  it('joins the rooms of its own session and machine', async () => {
    await plane.connect({ sessionId: 's1', machineId: 'm1' })
    expect([...plane.host.io.of('/cli').adapter.rooms.keys()]).toEqual(
      expect.arrayContaining(['session:s1', 'machine:m1']),
    )
  })

  it.each([
    ['of another namespace', 'foreign'],
    ['unknown', 'unknown'],
    ['no text', null],
  ])('leaves a socket connected, in no room, whose session is %s', async (_name, sessionId) => {
    const client = await plane.connect({ sessionId })
    await handled(client)
    const ownRoomOnly = [client.id]
    expect([...plane.host.io.of('/cli').adapter.rooms.keys()]).toEqual(ownRoomOnly)
  })

  it('survives a store that fails while rooms are joined', async () => {
    plane.services.failing = true
    const client = await plane.connect({ sessionId: 's1' })
    await handled(client)
    expect(plane.logged.map(({ fields }) => fields.event)).toEqual(['connection'])
  })

  it('has queued prompts delivered again after each join, and only then', async () => {
    await plane.connect({ sessionId: 's1' })
    await plane.connect({ sessionId: 's1' })
    await plane.connect({ sessionId: 'foreign' })
    await handled(await plane.connect())
    expect(plane.services.take()).toEqual([
      ['messages.redeliver', 's1'],
      ['messages.redeliver', 's1'],
    ])
  })
})

it('acknowledges a ping with no arguments', async () => {
  const client = await plane.connect()
  const { promise, resolve } = Promise.withResolvers<unknown[]>()
  client.emit('ping', (...args: unknown[]) => resolve(args))
  expect(await promise).toEqual([])
})

describe('RPC handlers', () => {
  const answering = async (auth: Record<string, unknown>, namespace?: string): Promise<ClientSocket> => {
    const client = await plane.connect(auth, namespace)
    return client.on('rpc-request', (request: { method: string }, ack: (answer: string) => void) =>
      ack(JSON.stringify(request.method)),
    )
  }
  const register = async (client: ClientSocket, ...names: unknown[]): Promise<void> => {
    for (const method of names) client.emit('rpc-register', { method })
    await handled(client)
  }

  it('are registered for the own session and the own machine', async () => {
    const client = await answering({ sessionId: 's1', machineId: 'm1' })
    await register(client, 's1:abort', 'm1:stop-session')
    expect(await plane.link.call('s1', 'abort', {})).toBe('s1:abort')
    expect(await plane.link.call('m1', 'stop-session', {})).toBe('m1:stop-session')
  })

  it('are registered for a machine whose id has a colon', async () => {
    await register(await answering({ machineId: 'm:2' }), 'm:2:stop-session')
    expect(await plane.link.call('m:2', 'stop-session', {})).toBe('m:2:stop-session')
  })

  it.each([
    ['another session of the same namespace', { sessionId: 's1' }, 's2:abort'],
    ['a session of another namespace', { sessionId: 'foreign' }, 'foreign:abort'],
    ['a session that does not exist', { sessionId: 'unknown' }, 'unknown:abort'],
    ['a session whose id only begins like the own one', { sessionId: 's1' }, 's10:abort'],
    ['a session the socket did not connect for', {}, 's1:abort'],
  ])('are ignored for %s', async (_name, auth, name) => {
    const client = await answering(auth)
    await register(client, name)
    const [scope = '', method = ''] = name.split(':')
    expect(plane.link.isRegistered(scope, method)).toBe(false)
  })

  it('are ignored without a method, or with an endless one', async () => {
    const endless = 'x'.repeat(1000)
    await register(await answering({ sessionId: 's1' }), 's1:', `s1:${endless}`, '', 5, null)
    expect([plane.link.isRegistered('s1', ''), plane.link.isRegistered('s1', endless)]).toEqual([
      false,
      false,
    ])
  })

  it('of others are warned about once for each socket, without their names', async () => {
    const client = await answering({ sessionId: 's1' })
    await register(client, 's2:secret-one', 's2:secret-two')
    const warnings = plane.logged.filter(({ level }) => level === 'warn')
    expect(warnings).toHaveLength(1)
    expect(JSON.stringify(warnings)).not.toMatch(/secret|s2|base-token/)
  })

  it('go with their registration and with their socket', async () => {
    const client = await answering({ sessionId: 's1' })
    await register(client, 's1:abort', 's1:switch')
    client.emit('rpc-unregister', { method: 's1:abort' })
    await handled(client)
    expect([plane.link.isRegistered('s1', 'abort'), plane.link.isRegistered('s1', 'switch')]).toEqual([
      false,
      true,
    ])
    const { promise, resolve } = Promise.withResolvers<void>()
    plane.host.io
      .of('/cli')
      .sockets.get(client.id ?? '')
      ?.once('disconnect', () => resolve())
    client.disconnect()
    await promise
    await expect(plane.link.call('s1', 'switch', {})).rejects.toEqual(
      new AgentUnreachable('The agent or its machine is not connected to the hub right now'),
    )
  })

  it('cannot be unregistered by another socket', async () => {
    await register(await answering({ sessionId: 's1' }), 's1:abort')
    const other = await plane.connect({ sessionId: 's2' })
    other.emit('rpc-unregister', { method: 's1:abort' })
    await handled(other)
    expect(plane.link.isRegistered('s1', 'abort')).toBe(true)
  })
})
