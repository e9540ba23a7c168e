import { beforeEach, describe, expect, it } from 'vitest'
import type { SpawnRpcParams } from '../../contract/cli-plane.ts'
import type { Metadata } from '../../contract/session.ts'
import { LifecycleRoom } from '../testing/lifecycle-room.ts'

let room: LifecycleRoom
let seen: SpawnRpcParams[]

beforeEach(() => {
  room = new LifecycleRoom()
  room.machine()
  seen = []
  room.onSpawn((params) => {
    seen.push(params)
    room.alive(params.existingSessionId ?? '')
    return { type: 'success', sessionId: params.existingSessionId }
  })
})

const resume = (id: string, permissionMode?: string) =>
  room.lifecycle.resume(room.lifecycle.require('default', id), { permissionMode })

const SHARED = { capabilities: { concurrentClients: true } }

it('refuses a mode that a shared session may not have, active or not', async () => {
  for (const id of [
    room.session({ flavor: 'codex', ...SHARED }),
    room.active({ flavor: 'codex', ...SHARED }),
  ]) {
    await expect(resume(id, 'safe-yolo')).rejects.toMatchObject({ status: 409 })
  }
  expect(seen).toEqual([])
})

describe('the permission mode', () => {
  const cases: [string, Partial<Metadata>, string | undefined, string | undefined][] = [
    ['requested', { flavor: 'claude', preferredPermissionMode: 'plan' }, 'acceptEdits', 'acceptEdits'],
    ['preferred', { flavor: 'claude', preferredPermissionMode: 'plan' }, undefined, 'plan'],
    ['none', { flavor: 'claude' }, undefined, undefined],
    [
      'yolo over a requested default',
      { flavor: 'codex', preferredPermissionMode: 'yolo' },
      'default',
      'yolo',
    ],
    ['requested over yolo', { flavor: 'codex', preferredPermissionMode: 'yolo' }, 'read-only', 'read-only'],
    [
      'left out when others share the session',
      { flavor: 'codex', preferredPermissionMode: 'safe-yolo', ...SHARED },
      undefined,
      undefined,
    ],
    ['left out when foreign', { flavor: 'claude', preferredPermissionMode: 'yolo' }, undefined, undefined],
  ]
  it.each(cases)('is the %s one', async (_, metadata, requested, expected) => {
    await resume(room.session(metadata), requested)
    expect(seen.map(({ permissionMode }) => permissionMode)).toEqual([expected])
  })

  it('is the session’s own before the preferred one', async () => {
    const id = room.session({ flavor: 'codex', codexSessionId: 't', preferredPermissionMode: 'read-only' })
    room.sessions.keepAlive({ sid: id, time: room.clock.now(), permissionMode: 'yolo' })
    room.sessions.editMetadata(id, (m) => ({ ...m, preferredPermissionMode: 'default' }))
    room.lifecycle.end(id)
    await resume(id)
    expect(seen).toMatchObject([{ permissionMode: 'yolo' }])
  })
})
