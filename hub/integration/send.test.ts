import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dumpTables } from '../testing/dump-tables.ts'
import { HubScene, type SceneAgent } from '../testing/hub-scene.ts'

const OK = { status: 200, body: { ok: true } }
const INVALID = {
  status: 400,
  body: { error: 'Invalid body', issues: { formErrors: expect.any(Array), fieldErrors: expect.any(Object) } },
}
const SEVEN_DAYS_MS = 7 * 24 * 60 * 60 * 1000
const FILE = { id: '1', filename: 'a.txt', mimeType: 'text/plain', size: 3, path: '/tmp/a.txt' }

let scene: HubScene
let agent: SceneAgent
beforeAll(async () => {
  scene = await HubScene.open()
})
afterAll(() => scene.close())
beforeEach(async () => {
  agent = await scene.session()
})

const send = (body: unknown, id = agent.id) => scene.raw('POST', `/api/sessions/${id}/messages`, body)

describe('a body within the rules', () => {
  it.each<[string, object]>([
    ['text', { text: 'x' }],
    ['text and localId', { text: 'x', localId: 'l' }],
    ['blank text', { text: ' ' }],
    ['no text but attachments', { text: '', attachments: [FILE] }],
    ['text and attachments', { text: 'x', localId: 'l', attachments: [FILE] }],
    ['an empty list of attachments', { text: 'x', attachments: [] }],
    ['a preview', { text: '', attachments: [{ ...FILE, previewUrl: 'data:,' }] }],
    ['queue', { text: 'x', deliveryMode: 'queue' }],
    ['steer', { text: 'x', localId: 'l', deliveryMode: 'steer' }],
    ['a schedule in the past', { text: 'x', localId: 'l', scheduledAt: 1 }],
    ['a schedule to be queued', { text: 'x', localId: 'l', scheduledAt: 1, deliveryMode: 'queue' }],
    ['unknown keys', { text: 'x', sentFrom: 'attacker', role: 'agent' }],
    ['a long text', { text: 'x'.repeat(2_000_000) }],
  ])('is taken: %s', async (_, body) => {
    expect(await send(body)).toEqual(OK)
  })
})

describe('a body outside of the rules', () => {
  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['an array', []],
    ['null', 'null'],
    ['no text', { localId: 'l' }],
    ['no text beside attachments', { attachments: [FILE] }],
    ['empty text', { text: '' }],
    ['empty text and an empty list', { text: '', attachments: [] }],
    ['text of another type', { text: 1 }],
    ['null for localId', { text: 'x', localId: null }],
    ['an empty localId', { text: 'x', localId: '' }],
    ['a number for localId', { text: 'x', localId: 1 }],
    ['a schedule without localId', { text: 'x', scheduledAt: 1 }],
    ['a schedule with attachments', { text: 'x', localId: 'l', scheduledAt: 1, attachments: [FILE] }],
    ['a schedule to be steered', { text: 'x', localId: 'l', scheduledAt: 1, deliveryMode: 'steer' }],
    ['a schedule as text', { text: 'x', localId: 'l', scheduledAt: '1' }],
    ['a fractional schedule', { text: 'x', localId: 'l', scheduledAt: 1.5 }],
    ['an unknown delivery mode', { text: 'x', deliveryMode: 'now' }],
    ['an incomplete attachment', { text: 'x', attachments: [{ id: '1' }] }],
    ['attachments that are none', { text: 'x', attachments: FILE }],
  ])('is refused and nothing is stored: %s', async (_, body) => {
    const before = dumpTables(scene.hub)
    const answer = await send(body)
    await agent.flush()
    expect([answer, agent.updates, dumpTables(scene.hub)]).toEqual([INVALID, [], before])
  })
})

describe('the horizon of seven days', () => {
  const sendAt = (scheduledAt: number) => send({ text: 'x', localId: 'l', scheduledAt })

  it.each([-1, 0])('takes now plus seven days and %i ms', async (ms) => {
    expect(await sendAt(scene.now + SEVEN_DAYS_MS + ms)).toEqual(OK)
  })

  it('refuses one millisecond more', async () => {
    const before = dumpTables(scene.hub)
    expect([await sendAt(scene.now + SEVEN_DAYS_MS + 1), dumpTables(scene.hub)]).toEqual([INVALID, before])
  })
})

describe('what is stored', () => {
  it.each([
    ['without a localId it counts as invoked', { text: 'x' }, { localId: null, invoked: true }],
    ['with one it is queued', { text: 'x', localId: 'l' }, { localId: 'l', invoked: false }],
  ])('%s', async (_, body, { localId, invoked }) => {
    await send(body)
    expect(await scene.messages(agent.id)).toEqual([
      {
        id: expect.any(String),
        seq: 1,
        localId,
        content: {
          role: 'user',
          content: { type: 'text', text: 'x' },
          meta: { sentFrom: 'webapp', deliveryMode: 'queue' },
        },
        createdAt: scene.now,
        invokedAt: invoked ? scene.now : null,
      },
    ])
  })

  it('carries the attachments as sent', async () => {
    await send({ text: '', attachments: [FILE] })
    const [row] = await scene.messages(agent.id)
    expect(row?.content).toHaveProperty('content', {
      type: 'text',
      text: '',
      attachments: [FILE],
    })
  })

  it('keeps a schedule', async () => {
    await send({ text: 'x', localId: 'l', scheduledAt: scene.now + 1000 })
    const [row] = await scene.messages(agent.id)
    expect([row?.scheduledAt, row?.invokedAt]).toEqual([scene.now + 1000, null])
  })

  it.each([
    ['pi', 'steer', 'steer'],
    ['agentE', 'steer', 'steer'],
    ['claude', 'steer', 'queue'],
    ['codex', 'steer', 'queue'],
    ['cursor', 'steer', 'queue'],
    ['pi', 'queue', 'queue'],
    ['pi', undefined, 'queue'],
  ])('for %s the delivery mode %s becomes %s', async (flavor, deliveryMode, expected) => {
    const { id } = await scene.session({ metadata: { flavor } })
    await send({ text: 'x', localId: 'l', deliveryMode }, id)
    const [row] = await scene.messages(id)
    expect(row?.content).toHaveProperty('meta', {
      sentFrom: 'webapp',
      deliveryMode: expected,
    })
  })
})

describe('what goes out', () => {
  it('is the stored row, to the stream and to the agent, in this order of events', async () => {
    const events = await scene.events()
    await send({ text: 'x', localId: 'l' })
    await agent.flush()
    const [row] = await scene.messages(agent.id)
    const about = { namespace: 'default', sessionId: agent.id }
    const at = scene.now
    const { id, seq, createdAt, localId, content } = row as NonNullable<typeof row>
    const told = await scene.settled(events)
    expect(told.filter((event) => !isFull(event))).toEqual([
      { ...about, type: 'session-updated', data: { updatedAt: at } },
      { ...about, type: 'message-received', message: row },
      {
        ...about,
        type: 'session-updated',
        data: { thinking: true, activeTurnStartedAt: at, updatedAt: at },
      },
      { ...about, type: 'session-updated', data: { updatedAt: at } },
    ])
    expect(agent.updates).toEqual([
      {
        id,
        seq,
        createdAt,
        body: { t: 'new-message', sid: agent.id, message: { id, seq, createdAt, localId, content } },
      },
    ])
  })

  it('is nothing to the agent before its time', async () => {
    await send({ text: 'x', localId: 'l', scheduledAt: scene.now + 1000 })
    await agent.flush()
    expect([agent.updates, (await scene.detail(agent.id)).thinking]).toEqual([[], false])
  })

  it('goes to every CLI of the session', async () => {
    const second = await scene.connect(agent.id)
    await send({ text: 'x', localId: 'l' })
    await Promise.all([agent.flush(), second.flush()])
    expect([agent.prompts, second.prompts]).toEqual([[['l', 'x']], [['l', 'x']]])
  })
})

const isFull = (event: { type: string; data?: unknown }) =>
  event.type === 'session-updated' && 'id' in (event.data as object)

describe('the same localId again', () => {
  it('is one row, announced and delivered once', async () => {
    const events = await scene.events()
    await send({ text: 'first', localId: 'l' })
    const once = await scene.settled(events)
    const again = await send({ text: 'second', localId: 'l' })
    await agent.flush()
    expect([again, await scene.settled(events), agent.prompts]).toEqual([OK, once, [['l', 'first']]])
  })

  it('is one row when sent at the same time', async () => {
    await Promise.all(Array.from({ length: 10 }, () => send({ text: 'x', localId: 'l' })))
    await agent.flush()
    expect([(await scene.messages(agent.id)).length, agent.prompts]).toEqual([1, [['l', 'x']]])
  })

  it('is another row in another session', async () => {
    const other = await scene.session()
    await send({ text: 'x', localId: 'l' })
    await send({ text: 'x', localId: 'l' }, other.id)
    expect([(await scene.messages(agent.id)).length, (await scene.messages(other.id)).length]).toEqual([1, 1])
  })
})

describe('an inactive session', () => {
  it.each<[string, () => Promise<string>]>([
    ['never started', () => scene.asleep()],
    [
      'ended',
      async () => {
        await agent.end()
        return agent.id
      },
    ],
    [
      'silent for more than 30 s',
      async () => {
        scene.hub.clock.advance(35_001)
        return agent.id
      },
    ],
  ])('takes no message: %s', async (_, find) => {
    expect(await send({ text: 'x' }, await find())).toEqual({
      status: 409,
      body: { error: 'Session is inactive', code: 'session_inactive' },
    })
  })
})

it('many sends at once are all stored, in order of seq and each delivered once', async () => {
  const localIds = Array.from({ length: 100 }, (_, index) => `l${index}`)
  const answers = await Promise.all(localIds.map((localId) => send({ text: localId, localId })))
  await agent.flush()
  const rows = await scene.messages(agent.id, '?limit=200')
  expect([
    answers.filter(({ status }) => status !== 200),
    rows.map(({ seq }) => seq),
    rows.map(({ localId }) => localId).sort(),
    agent.prompts.map(([localId]) => localId),
  ]).toEqual([
    [],
    localIds.map((_, index) => index + 1),
    [...localIds].sort(),
    rows.map(({ localId }) => localId),
  ])
})
