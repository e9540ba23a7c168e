import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { authenticate } from '../../contract/auth.ts'
import { getGitStatus, searchSessionFiles } from '../../contract/file.ts'
import { EXPORT_MESSAGES_MAX, exportSession } from '../../contract/history.ts'
import { renameMachine, restartRunner, spawnSession } from '../../contract/machine.ts'
import { listMessages, sendMessage } from '../../contract/message.ts'
import { createScratchlistEntry, uploadScratchlistAttachment } from '../../contract/scratchlist.ts'
import { getSession, listSessions, renameSession, reopenSession } from '../../contract/session.ts'
import { UPLOAD_MAX_BYTES, uploadFile } from '../../contract/upload.ts'
import { ANY_ERROR, ConformanceScene, check, coded, OK, type Row } from '../testing/conformance-scene.ts'
import { executeBeside } from '../testing/execute-beside.ts'
import type { SceneAgent } from '../testing/hub-scene.ts'
import type { TestClient } from '../testing/test-client.ts'

const REPLAY_RING = 256
const IDLE_MS = 12 * 60 * 60 * 1000
const FILE_BYTES = 900

let hub: ConformanceScene
let agent: SceneAgent
beforeAll(async () => {
  hub = await ConformanceScene.open({
    env: {
      SVC_SCRATCHLIST_MAX_ATTACHMENT_BYTES_PER_FILE: String(FILE_BYTES),
      SVC_SCRATCHLIST_MAX_ATTACHMENTS_PER_ENTRY: '3',
      SVC_SCRATCHLIST_MAX_ATTACHMENT_BYTES_PER_ENTRY: String(2 * FILE_BYTES),
      SVC_SCRATCHLIST_MAX_ATTACHMENT_BYTES_PER_SESSION: String(10 * FILE_BYTES),
    },
  })
  agent = await hub.begin('active')
})
afterAll(() => hub.close())

const row = (words: string, ask: Row[1], status: number, body: unknown): Row => [words, ask, status, body]

describe('Errors that only another writer or a broken disk brings about', () => {
  /** The answer while a trigger spoils the hub's writes. */
  async function whileSpoilt<T>(trigger: string, ask: () => Promise<T>): Promise<T> {
    executeBeside(hub.scene.hub, `CREATE TRIGGER spoilt ${trigger}`)
    try {
      return await ask()
    } finally {
      executeBeside(hub.scene.hub, 'DROP TRIGGER spoilt')
    }
  }
  const losing = (table: string) => `BEFORE UPDATE OF metadata ON ${table} BEGIN SELECT RAISE(IGNORE); END`
  const failing = "BEFORE INSERT ON messages BEGIN SELECT RAISE(ABORT, 'disk I/O error'); END"

  beforeAll(async () => {
    await hub.runner('m')
    const codexSessionId = 'c0ffee00-0000-4000-8000-000000000001'
    await hub.store('archived', { metadata: { flavor: 'codex', codexSessionId, lifecycleState: 'archived' } })
  })

  it.each<Row>([
    row(
      '409 metadata_conflict: reopen',
      () => whileSpoilt(losing('sessions'), () => hub.ask(reopenSession, { id: 'archived', body: {} })),
      409,
      coded('metadata_conflict'),
    ),
    row(
      '409 rename version conflict: a session',
      () =>
        whileSpoilt(losing('sessions'), () => hub.ask(renameSession, { id: 'active', body: { name: 'n' } })),
      409,
      ANY_ERROR,
    ),
    row(
      '409 rename version conflict: a machine',
      () =>
        whileSpoilt(losing('machines'), () =>
          hub.ask(renameMachine, { id: 'm', body: { displayName: 'n' } }),
        ),
      409,
      ANY_ERROR,
    ),
    row(
      '500 catch-all, in JSON and without the reason',
      () => whileSpoilt(failing, () => hub.ask(sendMessage, { id: 'active', body: { text: 'x' } })),
      500,
      { error: 'Internal server error' },
    ),
    row('and once it is over', () => hub.ask(sendMessage, { id: 'active', body: { text: 'x' } }), 200, OK),
  ])('%s', check)

  it('the archived session is as it was', async () => {
    const { body } = await hub.ask(getSession, { id: 'archived' })
    expect([body.session.metadata.lifecycleState, body.session.metadataVersion]).toEqual(['archived', 1])
  })
})

describe('Errors of machines that only just went away, and of runners that fail', () => {
  beforeAll(async () => {
    const gone = await hub.scene.runner('gone', { supervisedRestart: true })
    gone.socket.close()
    await hub.scene.runner('mute', { supervisedRestart: true })
    const silent = await hub.scene.runner('silent')
    silent.socket.close()
    hub.scene.hub.clock.advance(30_000)
    const later = await hub.scene.runner('later')
    later.socket.close()
    hub.scene.hub.clock.advance(20_000)
  })

  it.each<Row>([
    row('503 machine_offline: counted out', restart('silent'), 503, coded('machine_offline')),
    row('503 machine_offline: counted in, but gone', restart('later'), 503, coded('machine_offline')),
    row('503 no_machine_online: spawn', spawn('silent'), 503, coded('no_machine_online')),
  ])('%s', check)

  it('502 restart-runner, unknown error', async () => {
    const mute = await hub.scene.runner('broken', { supervisedRestart: true })
    await mute.serve('stop-runner', () => {
      throw new Error('EPERM')
    })
    expect(await restart('broken')()).toEqual({ status: 502, body: coded('restart_failed') })
  })
})

function restart(id: string) {
  return () => hub.ask(restartRunner, { id, body: {} })
}
function spawn(id: string) {
  return () => hub.ask(spawnSession, { id, body: { directory: '/w' } })
}

describe('Attachment limits', () => {
  const upload = (bytes: number, { id = 'notes', mimeType = 'image/png' } = {}) =>
    hub.ask(uploadScratchlistAttachment, {
      id,
      body: { filename: 'a', content: Buffer.alloc(bytes).toString('base64'), mimeType },
    })
  const kept = { success: true, attachment: expect.any(Object) }
  const refused = (code: string) => ({ success: false, ...coded(code) })
  /** An entry with attachments of these sizes. */
  const entry =
    (...sizes: number[]) =>
    async () => {
      const attachments: unknown[] = []
      for (const size of sizes) attachments.push((await upload(size)).body.attachment)
      const { status, body } = await hub.ask(createScratchlistEntry, { id: 'notes', body: { attachments } })
      return { status, body: status === 201 ? OK : body }
    }

  beforeAll(async () => {
    await hub.store('notes')
    await hub.store('filled')
    for (let n = 0; n < 9; n++) await upload(FILE_BYTES, { id: 'filled' })
  })

  it.each<Row>([
    row('a file of the size', () => upload(FILE_BYTES), 200, kept),
    row('a byte more', () => upload(FILE_BYTES + 1), 413, refused('scratchlist_attachment_too_large')),
    row('a type of the list', () => upload(1, { mimeType: 'text/plain' }), 200, kept),
    row(
      'another type',
      () => upload(1, { mimeType: 'text/html' }),
      400,
      refused('scratchlist_attachment_mime'),
    ),
    row('the last byte of a session', () => upload(FILE_BYTES, { id: 'filled' }), 200, kept),
    row(
      'a byte more',
      () => upload(1, { id: 'filled' }),
      400,
      refused('scratchlist_attachments_session_bytes'),
    ),
    row('as many for an entry as it may have', entry(1, 1, 1), 201, OK),
    row('one more', entry(1, 1, 1, 1), 400, coded('scratchlist_attachments_per_entry')),
    row('as many bytes for an entry', entry(FILE_BYTES, FILE_BYTES), 201, OK),
    row('a byte more', entry(FILE_BYTES, FILE_BYTES, 1), 400, coded('scratchlist_attachments_entry_bytes')),
  ])('%s', check)
})

describe('Limits', () => {
  it('a page has 50 messages unless asked for another number', async () => {
    const { id } = await hub.begin('talker')
    const insert = rowsOf(id, 51)
    executeBeside(hub.scene.hub, insert)
    const { body } = await hub.ask(listMessages, { id: 'talker' })
    expect([body.page.limit, body.messages.length, body.page.hasMore]).toEqual([50, 50, true])
  })

  it('a search finds 200 files unless asked for another number', async () => {
    const searcher = await hub.begin('searcher')
    const stdout = Array.from({ length: 501 }, (_, n) => `${n}.ts`).join('\n')
    await searcher.serve('ripgrep', () => ({ success: true, stdout, exitCode: 0 }))
    const found = async (query: Record<string, number>) =>
      (await hub.ask(searchSessionFiles, { id: 'searcher', query })).body.files.length
    expect([await found({}), await found({ limit: 201 }), await found({ limit: 500 })]).toEqual([
      200, 201, 500,
    ])
  })

  it('an export has at most 20,000 messages', async () => {
    const id = await hub.store('long')
    executeBeside(hub.scene.hub, rowsOf(id, EXPORT_MESSAGES_MAX))
    const { status, body } = await hub.ask(exportSession, { id: 'long' })
    executeBeside(hub.scene.hub, rowsOf(id, 1, EXPORT_MESSAGES_MAX))
    expect([status, body.messages.length, await hub.ask(exportSession, { id: 'long' })]).toEqual([
      200,
      EXPORT_MESSAGES_MAX,
      {
        status: 413,
        body: { ...ANY_ERROR, count: EXPORT_MESSAGES_MAX + 1, limit: EXPORT_MESSAGES_MAX },
      },
    ])
  })

  it('an upload has 50 MB, decoded', async () => {
    await agent.alive()
    const upload = (bytes: number) =>
      hub.ask(uploadFile, {
        id: 'active',
        body: { filename: 'a', mimeType: 'text/plain', content: Buffer.alloc(bytes).toString('base64') },
      })
    expect([await upload(UPLOAD_MAX_BYTES), await upload(UPLOAD_MAX_BYTES + 1)]).toEqual([
      { status: 200, body: { success: true, path: '/tmp/a' } },
      { status: 413, body: { ...ANY_ERROR, success: false } },
    ])
  })

  it('a summary shows 5 pending requests of all that it counts', async () => {
    const requests = Object.fromEntries(
      Array.from({ length: 6 }, (_, n) => [`r${n}`, { tool: 'Bash', arguments: {}, createdAt: n }]),
    )
    const { id } = await hub.begin('asking', { agentState: { requests } })
    const { body } = await hub.ask(listSessions)
    const summary = body.sessions.find((session: { id: string }) => session.id === id)
    expect([
      summary.pendingRequestsCount,
      summary.pendingRequests.map((one: { id: string }) => one.id),
    ]).toEqual([6, ['r0', 'r1', 'r2', 'r3', 'r4']])
  })

  it('an agent has 30 seconds to answer', async () => {
    const slow = await hub.begin('slow')
    const asked = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<object>()
    await slow.serve('git-status', () => {
      asked.resolve()
      return answer.promise
    })
    const ask = () => hub.ask(getGitStatus, { id: 'slow' })
    const late = ask()
    await asked.promise
    hub.scene.hub.clock.advance(30_000)
    expect(await late).toEqual({ status: 200, body: { success: false, error: expect.any(String) } })
    await slow.alive()
    const again = Promise.withResolvers<void>()
    await slow.serve('git-status', () => {
      again.resolve()
      return answer.promise
    })
    const inTime = ask()
    await again.promise
    hub.scene.hub.clock.advance(29_999)
    answer.resolve({ success: true, stdout: '', stderr: '', exitCode: 0 })
    expect((await inTime).body.success).toBe(true)
  })

  it.each([
    [REPLAY_RING, 'ok'],
    [REPLAY_RING + 1, 'gap'],
  ])('a cursor that is %i events behind: %s', async (count, resume) => {
    const witness = await hub.scene.events({ all: 'true' })
    await agent.consume('first')
    await witness.until('messages-consumed')
    const lastEventId = witness.lastEventId ?? ''
    for (let n = 0; n < count; n++)
      agent.socket.emit('messages-consumed', { sid: agent.id, localIds: [`${n}`] })
    await agent.flush()
    const reader = await hub.scene.events({ all: 'true', lastEventId })
    const { data } = await reader.until('connection-changed')
    expect(data?.resume).toBe(resume)
  })

  it('a heartbeat comes after 30 seconds', async () => {
    const { clock } = hub.scene.hub
    const reader = await hub.scene.events({ all: 'true' })
    clock.advance(30_000)
    expect((await reader.until('heartbeat')).data).toEqual({ timestamp: clock.now() })
  })

  it('a JWT lives 4 hours to the second', async () => {
    const { body } = await hub.ask(authenticate, { body: { accessToken: hub.scene.api.accessToken } })
    const headers = { authorization: `Bearer ${body.token}` }
    const status = async () => (await hub.ask(listSessions, { headers })).status
    hub.scene.hub.clock.advance(4 * 60 * 60 * 1000 - 1000)
    const before = await status()
    hub.scene.hub.clock.advance(1000)
    expect([before, await status()]).toEqual([200, 401])
  })

  it('a session is idle after 12 hours of nothing but keep-alives', async () => {
    const quiet = await hub.begin('quiet')
    const stepMs = 25_000
    const state = async (as: TestClient) =>
      (await hub.ask(getSession, { id: 'quiet', as })).body.session.metadata.lifecycleState
    const keepAliveFor = async (ms: number) => {
      for (let past = 0; past < ms; past += stepMs) {
        hub.scene.hub.clock.advance(stepMs)
        await quiet.alive()
      }
    }
    await keepAliveFor(IDLE_MS - stepMs)
    const before = await state(await hub.scene.hub.client())
    await keepAliveFor(2 * stepMs)
    expect([before, await state(await hub.scene.hub.client())]).toEqual(['running', 'idle'])
  })
})

/** SQL for so many messages of the session, after the first `from`. */
function rowsOf(sessionId: string, count: number, from = 0): string {
  return `
    WITH RECURSIVE n (i) AS (SELECT ${from + 1} UNION ALL SELECT i + 1 FROM n WHERE i < ${from + count})
    INSERT INTO messages (id, session_pk, seq, content, created_at, invoked_at)
    SELECT '${sessionId}-' || i, sessions.pk, i, '{"role":"user","content":{"type":"text","text":"x"}}', i, i
    FROM n, sessions WHERE sessions.id = '${sessionId}'`
}
