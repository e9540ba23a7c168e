import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  cancelMessage,
  getQueuedState,
  listMessages,
  retryMessage,
  SCHEDULE_HORIZON_MS,
  sendMessage,
  steerMessage,
} from '../../contract/message.ts'
import { approvePermission, denyPermission } from '../../contract/permission.ts'
import {
  ANY_ERROR,
  ConformanceScene,
  check,
  INACTIVE,
  INVALID_BODY,
  INVALID_QUERY,
  OK,
  type Row,
} from '../testing/conformance-scene.ts'
import { FOREIGN, type SceneAgent } from '../testing/hub-scene.ts'

const REQUEST = { tool: 'Bash', arguments: {}, createdAt: 1 }
const requests = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`r${n}`, REQUEST]))
const ATTACHMENT = { id: 'a', filename: 'a', mimeType: 'text/plain', size: 1, path: '/tmp/a' }

let hub: ConformanceScene
let agent: SceneAgent
beforeAll(async () => {
  hub = await ConformanceScene.open()
  agent = await hub.begin('active', { agentState: { requests }, metadata: { flavor: 'codex' } })
  await agent.serve('cancel-queued-message', () => ({ status: 'removed' }))
  await hub.store('asleep', { agentState: { requests } })
  const foreign = await hub.scene.session({ namespace: FOREIGN })
  await hub.store('foreign', { tag: foreign.id, namespace: FOREIGN })
  await hub.begin('pi', { metadata: { flavor: 'pi' } })
  await hub.begin('claude', { metadata: { flavor: 'claude' } })
  await hub.begin('old', { metadata: { flavor: 'cursor', cursorSessionProtocol: 'stream-json' } })
  await hub.begin('protocol', { metadata: { flavor: 'cursor', cursorSessionProtocol: 'acp' } })
  const controlledByUser = true
  await hub.begin('terminal', { metadata: { flavor: 'pi' }, agentState: { controlledByUser } })
  await hub.begin('shared', {
    metadata: { flavor: 'codex', capabilities: { concurrentClients: true } },
    agentState: { controlledByUser },
  })
  await send('consumed')
  await agent.emit('messages-consumed', {
    sid: agent.id,
    localIds: ['consumed'],
    clearQueuedThinkingGrace: true,
  })
})
afterAll(() => hub.close())

const send = (localId: string, body: object = {}, id = 'active') =>
  hub.ask(sendMessage, { id, body: { text: 'x', localId, ...body } })
const row = (words: string, ask: Row[1], status: number, body: unknown): Row => [words, ask, status, body]

describe('Messages', () => {
  const posted = (words: string, body: object, status: number, answer: unknown, id = 'active') =>
    row(`POST, ${words}`, () => hub.ask(sendMessage, { id, body }), status, answer)
  const scheduled =
    (ms: number, more: object = {}) =>
    () =>
      send(`s${ms}`, { scheduledAt: hub.scene.now + ms, ...more })

  it.each<Row>([
    posted('text alone', { text: 'x' }, 200, OK),
    posted('no text', {}, 400, INVALID_BODY),
    posted('empty text', { text: '' }, 400, INVALID_BODY),
    posted('empty text with attachments', { text: '', attachments: [ATTACHMENT] }, 200, OK),
    posted('empty text with no attachments', { text: '', attachments: [] }, 400, INVALID_BODY),
    posted('queue', { text: 'x', deliveryMode: 'queue' }, 200, OK),
    posted('steer where it is not honored', { text: 'x', deliveryMode: 'steer' }, 200, OK),
    posted('another delivery mode', { text: 'x', deliveryMode: 'now' }, 400, INVALID_BODY),
    posted('scheduledAt without localId', { text: 'x', scheduledAt: 1 }, 400, INVALID_BODY),
    row('POST, scheduled just within 7 days', scheduled(SCHEDULE_HORIZON_MS), 200, OK),
    row('POST, scheduled just beyond 7 days', scheduled(SCHEDULE_HORIZON_MS + 1), 400, INVALID_BODY),
    row('POST, scheduled with attachments', scheduled(1, { attachments: [ATTACHMENT] }), 400, INVALID_BODY),
    row('POST, scheduled and steer', scheduled(2, { deliveryMode: 'steer' }), 400, INVALID_BODY),
    posted('to an inactive session', { text: 'x' }, 409, INACTIVE, 'asleep'),
  ])('%s', check)

  it.each<Row>([
    row(
      'DELETE: cancelled, when there is no such message',
      () => hub.ask(cancelMessage, { id: 'active', params: { messageId: 'none' } }),
      200,
      { status: 'cancelled', localId: null },
    ),
    row(
      'DELETE: invoked',
      () => hub.ask(cancelMessage, { id: 'active', params: { messageId: 'consumed' } }),
      200,
      { status: 'invoked', message: expect.objectContaining({ localId: 'consumed' }) },
    ),
    row(
      'DELETE: busy',
      async () => {
        await send('doubtful')
        await agent.emit('messages-indeterminate', { sid: agent.id, localIds: ['doubtful'] })
        await agent.serve('cancel-queued-message', () => ({ status: 'not-found' }))
        return hub.ask(cancelMessage, { id: 'active', params: { messageId: 'doubtful' } })
      },
      200,
      { status: 'busy', localId: 'doubtful' },
    ),
    row(
      'POST steer: steered',
      async () => {
        await send('urgent')
        return hub.ask(steerMessage, { id: 'active', params: { messageId: 'urgent' } })
      },
      200,
      { status: 'steered', localId: 'urgent' },
    ),
    row(
      'POST steer: invoked',
      () => hub.ask(steerMessage, { id: 'active', params: { messageId: 'consumed' } }),
      200,
      { status: 'invoked', message: expect.objectContaining({ localId: 'consumed' }) },
    ),
    row(
      'POST steer: on an inactive session',
      () => hub.ask(steerMessage, { id: 'asleep', params: { messageId: 'x' } }),
      409,
      INACTIVE,
    ),
    row(
      'POST retry: already-queued',
      async () => {
        await send('waiting')
        return hub.ask(retryMessage, { id: 'active', params: { messageId: 'waiting' } })
      },
      200,
      { status: 'already-queued', localId: 'waiting' },
    ),
    row(
      'POST retry: retry-unavailable',
      () => hub.ask(retryMessage, { id: 'active', params: { messageId: 'doubtful' } }),
      200,
      { status: 'retry-unavailable', localId: 'doubtful' },
    ),
    row(
      'POST retry: retried',
      async () => {
        agent.ack = { accepted: true }
        return hub.ask(retryMessage, { id: 'active', params: { messageId: 'doubtful' } })
      },
      200,
      { status: 'retried', localId: 'doubtful' },
    ),
    row(
      'POST retry: invoked',
      () => hub.ask(retryMessage, { id: 'active', params: { messageId: 'consumed' } }),
      200,
      { status: 'invoked', message: expect.objectContaining({ localId: 'consumed' }) },
    ),
    row(
      'POST retry: not-found',
      () => hub.ask(retryMessage, { id: 'active', params: { messageId: 'none' } }),
      200,
      { status: 'not-found' },
    ),
    row(
      'POST queued-state',
      () => hub.ask(getQueuedState, { id: 'active', body: { localIds: ['waiting', 'consumed', 'none'] } }),
      200,
      {
        queuedLocalIds: ['waiting'],
        indeterminateLocalIds: [],
        invokedLocalMessages: [{ localId: 'consumed', invokedAt: expect.any(Number) }],
      },
    ),
  ])('%s', check)

  it.each([
    ['pi', 'steered'],
    ['active', 'steered'],
    ['protocol', 'steered'],
    ['shared', 'steered'],
    ['old', 'failed'],
    ['claude', 'failed'],
    ['terminal', 'failed'],
  ])('POST steer in the session %s: %s', async (id, status) => {
    await send('steer me', {}, id)
    const answer = await hub.ask(steerMessage, { id, params: { messageId: 'steer me' } })
    expect(answer).toMatchObject({ status: 200, body: { status, localId: 'steer me' } })
  })

  it('POST steer of a scheduled message: failed', async () => {
    await send('later', { scheduledAt: hub.scene.now + 1000 })
    expect(await hub.ask(steerMessage, { id: 'active', params: { messageId: 'later' } })).toEqual({
      status: 200,
      body: { status: 'failed', error: expect.any(String), localId: 'later' },
    })
  })

  const many = (count: number) => Array.from({ length: count }, (_, n) => `l${n}`)
  it.each<Row>([
    row(
      'POST queued-state with 1000',
      () => hub.ask(getQueuedState, { id: 'active', body: { localIds: many(1000) } }),
      200,
      { queuedLocalIds: [], indeterminateLocalIds: [], invokedLocalMessages: [] },
    ),
    row(
      'POST queued-state with 1001',
      () => hub.ask(getQueuedState, { id: 'active', body: { localIds: many(1001) } }),
      400,
      INVALID_BODY,
    ),
    row(
      'POST queued-state, deduplicated',
      () => hub.ask(getQueuedState, { id: 'active', body: { localIds: ['waiting', 'waiting'] } }),
      200,
      { queuedLocalIds: ['waiting'], indeterminateLocalIds: [], invokedLocalMessages: [] },
    ),
  ])('%s', check)
})

describe('Message paging', () => {
  const cursor = { afterSeq: 0, afterAt: 0 }
  const page = (more: object) => ({ messages: expect.any(Array), page: expect.objectContaining(more) })
  const asked = (query: Record<string, string | number>, status: number, body: unknown): Row =>
    row(
      `GET ?${new URLSearchParams(query as Record<string, string>)}`,
      () => hub.ask(listMessages, { id: 'active', query }),
      status,
      body,
    )

  it.each<Row>([
    asked({}, 200, page({ direction: 'latest', limit: 50, reset: false })),
    asked({ limit: 1 }, 200, page({ limit: 1, hasMore: true })),
    asked({ limit: 200 }, 200, page({ limit: 200, hasMore: false })),
    asked({ limit: 0 }, 400, INVALID_QUERY),
    asked({ limit: 201 }, 400, INVALID_QUERY),
    asked({ limit: 'x' }, 400, INVALID_QUERY),
    asked({ beforeSeq: 3, beforeAt: 9e12 }, 200, page({ direction: 'before' })),
    asked({ beforeSeq: 3 }, 400, INVALID_QUERY),
    asked({ beforeAt: 3 }, 400, INVALID_QUERY),
    asked(cursor, 200, page({ direction: 'after', hasMore: false })),
    asked({ afterSeq: 0 }, 400, INVALID_QUERY),
    asked({ afterAt: 0 }, 400, INVALID_QUERY),
    asked({ ...cursor, beforeSeq: 3, beforeAt: 3 }, 400, INVALID_QUERY),
    asked({ ...cursor, untilSeq: 2, untilAt: 9e12 }, 200, page({ direction: 'after' })),
    asked({ ...cursor, untilSeq: 2 }, 400, INVALID_QUERY),
    asked({ untilSeq: 2, untilAt: 2 }, 400, INVALID_QUERY),
    asked({ ...cursor, epoch: 0 }, 200, page({ limit: 50 })),
    asked({ ...cursor, epoch: 99 }, 200, page({ direction: 'latest', reset: true })),
    asked({ ...cursor, epoch: -1 }, 400, INVALID_QUERY),
    asked({ epoch: 0 }, 400, INVALID_QUERY),
  ])('%s', check)

  it.each<Row>([
    row('GET, 404', () => hub.ask(listMessages, { id: 'none' }), 404, { error: 'Session not found' }),
    row('GET, 403', () => hub.ask(listMessages, { id: 'foreign' }), 403, { error: 'Session access denied' }),
  ])('%s', check)
})

describe('Permissions', () => {
  let next = 0
  const decide = (endpoint: typeof approvePermission | typeof denyPermission, body: object) => () =>
    hub.ask(endpoint, { id: 'active', params: { requestId: `r${next++}` }, body })

  it.each<Row>([
    row('POST approve', decide(approvePermission, {}), 200, OK),
    row('POST approve, mode', decide(approvePermission, { mode: 'yolo' }), 200, OK),
    row('POST approve, mode of another flavor', decide(approvePermission, { mode: 'plan' }), 400, ANY_ERROR),
    row('POST approve, allowTools', decide(approvePermission, { allowTools: ['Read'] }), 200, OK),
    row('POST approve, flat answers', decide(approvePermission, { answers: { q: ['a'] } }), 200, OK),
    row(
      'POST approve, nested answers',
      decide(approvePermission, { answers: { q: { answers: ['a'] } } }),
      200,
      OK,
    ),
    row('POST approve, other answers', decide(approvePermission, { answers: { q: 1 } }), 400, INVALID_BODY),
    row('POST deny', decide(denyPermission, {}), 200, OK),
    row('POST deny, abort', decide(denyPermission, { decision: 'abort' }), 200, OK),
    row('POST deny, another decision', decide(denyPermission, { decision: 'no' }), 400, INVALID_BODY),
  ])('%s', check)

  it.each(['approved', 'approved_for_session', 'denied', 'abort'])(
    'takes the decision %s',
    async (decision) => {
      const question = { id: 'active', params: { requestId: 'r11' }, body: { decision } }
      const answers = [await hub.ask(approvePermission, question), await hub.ask(denyPermission, question)]
      expect(answers).toEqual([
        { status: 200, body: OK },
        { status: 200, body: OK },
      ])
    },
  )

  it.each<Row>(
    [approvePermission, denyPermission].flatMap((endpoint) => [
      row(
        `${endpoint.path}: Request not found`,
        () => hub.ask(endpoint, { id: 'active', params: { requestId: 'none' }, body: {} }),
        404,
        { error: 'Request not found' },
      ),
      row(
        `${endpoint.path}: session_inactive`,
        () => hub.ask(endpoint, { id: 'asleep', params: { requestId: 'r1' }, body: {} }),
        409,
        INACTIVE,
      ),
    ]),
  )('%s', check)
})
