import { describe, expect, it } from 'vitest'
import type { DecryptedMessage, MessagePage } from '../../contract/message.ts'
import { messageFixture, output } from '../testing/message-fixture.ts'

const at = (message: DecryptedMessage) => message.invokedAt ?? message.createdAt
const seqs = (messages: DecryptedMessage[]) => messages.map((message) => message.seq)

/** A repeatable stream of numbers below `n`. */
function dice(seed: number) {
  let state = seed
  return (n: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * n)
  }
}

/** A conversation with late rows, rows of one millisecond, hidden rows, queued and taken prompts. */
function randomHistory(seed: number, length: number) {
  const fixture = messageFixture()
  const roll = dice(seed)
  const { clock, messages, session } = fixture
  for (let n = 0; n < length; n++) {
    clock.advance(roll(3))
    const kind = roll(10)
    if (kind < 6) fixture.say(`say ${n}`)
    else if (kind === 6) fixture.say(`late ${n}`, { createdAt: clock.now() - roll(40) })
    else if (kind === 7) messages.ingest(session.id, { message: output({ type: 'tool_progress' }) }, 's')
    else {
      fixture.sendQueued(`prompt ${n}`)
      if (kind === 8) messages.markInvoked(session.id, [`prompt ${n - roll(20)}`, `prompt ${n}`])
    }
  }
  return fixture
}

type Fixture = ReturnType<typeof randomHistory>

function walkBefore(fixture: Fixture, limit: number): DecryptedMessage[] {
  let { messages, page } = fixture.page({ limit })
  // Pinned rows come in front of the page proper.
  let rows = messages.slice(-limit)
  while (page.hasMore) {
    const cursor = { beforeSeq: page.nextBeforeSeq as number, beforeAt: page.nextBeforeAt as number }
    ;({ messages, page } = fixture.page({ limit, ...cursor }))
    rows = [...messages, ...rows]
  }
  return rows
}

function walkAfter(fixture: Fixture, limit: number): DecryptedMessage[] {
  const { epoch } = fixture.page().page
  const rows: DecryptedMessage[] = []
  let cursor = { afterSeq: 0, afterAt: 0 }
  let until = {}
  for (;;) {
    const { messages, page } = fixture.page({ limit, epoch, ...cursor, ...until })
    rows.push(...messages)
    if (!page.hasMore) return rows
    cursor = { afterSeq: page.nextAfterSeq as number, afterAt: page.nextAfterAt as number }
    until = { untilSeq: page.snapshotHeadSeq as number, untilAt: page.snapshotHeadAt as number }
  }
}

describe('walking a whole history', () => {
  const cases = [1, 2, 3, 4, 5, 6].flatMap((seed) => [1, 3, 7, 50].map((limit) => [seed, limit] as const))

  it.each(cases)(
    'history %i by pages of %i meets each visible row once, in order of position',
    (seed, limit) => {
      const fixture = randomHistory(seed, 120)
      const visible = fixture.table
        .backfill(fixture.session.pk, 0, fixture.clock.now(), 200)
        .filter((row) => !row.contentJson.includes('tool_progress'))
        .map((row) => [row.invokedAt ?? row.createdAt, row.seq] as const)
        .sort(([atA, seqA], [atB, seqB]) => atA - atB || seqA - seqB)
      const positions = (rows: DecryptedMessage[]) => rows.map((row) => [at(row), row.seq])
      expect(positions(walkBefore(fixture, limit))).toEqual(visible)
      expect(positions(walkAfter(fixture, limit))).toEqual(visible)
    },
  )

  it('ends a page early rather than answer more text than fits, and goes on from there', () => {
    const fixture = messageFixture()
    const { messages, session } = fixture
    for (const localId of ['a', 'b', 'c']) {
      messages.send(session, { text: localId.repeat(20_000_000), localId })
      messages.markInvoked(session.id, [localId])
    }
    const latest = fixture.page({ limit: 20 })
    expect([seqs(latest.messages), latest.page.hasMore]).toEqual([[3], true])
    expect(seqs(walkAfter(fixture, 20))).toEqual([1, 2, 3])
  })

  it('keeps to the snapshot head while new rows arrive', () => {
    const fixture = messageFixture()
    for (const text of ['1', '2', '3']) fixture.say(text)
    const first = fixture.page({ limit: 2, afterSeq: 0, afterAt: 0 })
    fixture.say('4')
    const until = {
      untilSeq: first.page.snapshotHeadSeq as number,
      untilAt: first.page.snapshotHeadAt as number,
    }
    const cursor = { afterSeq: first.page.nextAfterSeq as number, afterAt: first.page.nextAfterAt as number }
    const second = fixture.page({ limit: 2, ...cursor, ...until })
    expect(seqs(second.messages)).toEqual([3])
    expect(second.page).toMatchObject({ hasMore: false, snapshotHeadSeq: 3, nextAfterSeq: 3 })
  })

  it('ends although the row of the snapshot head has moved on', () => {
    const fixture = messageFixture()
    fixture.say('1')
    fixture.sendQueued('2')
    const until = { untilSeq: 2, untilAt: fixture.clock.now() }
    fixture.clock.advance(10)
    fixture.messages.markInvoked(fixture.session.id, ['2'])
    const { messages, page } = fixture.page({ afterSeq: 0, afterAt: 0, ...until })
    expect([seqs(messages), page.hasMore, page.nextAfterSeq]).toEqual([[1], false, 1])
  })
})

describe('the latest page', () => {
  it('of an empty session has no rows and no cursors', () => {
    const { messages, page } = messageFixture().page()
    expect(messages).toEqual([])
    expect(page).toEqual({
      direction: 'latest',
      limit: 50,
      epoch: 0,
      reset: false,
      nextBeforeSeq: null,
      nextBeforeAt: null,
      nextAfterSeq: null,
      nextAfterAt: null,
      snapshotHeadSeq: null,
      snapshotHeadAt: null,
      hasMore: false,
    } satisfies MessagePage)
  })

  it('pins every older uninvoked prompt in order, without moving the cursor', () => {
    const fixture = messageFixture()
    const { clock, session, messages } = fixture
    fixture.sendQueued('early')
    messages.send(session, { text: 'x', localId: 'later', scheduledAt: clock.now() + 60_000 })
    fixture.sendQueued('unclear')
    messages.markIndeterminate(session.id, ['unclear'])
    clock.advance(1)
    for (const text of ['4', '5', '6']) fixture.say(text)
    const { messages: rows, page } = fixture.page({ limit: 2 })
    expect(seqs(rows)).toEqual([1, 2, 3, 5, 6])
    expect(page).toMatchObject({ nextBeforeSeq: 5, nextBeforeAt: clock.now(), hasMore: true })
  })

  it('does not pin what an agent sent, what was taken, or what the page holds', () => {
    const fixture = messageFixture()
    fixture.sendQueued('taken')
    fixture.say('waits for its acknowledgement', { localId: 'agent' })
    fixture.messages.markInvoked(fixture.session.id, ['taken'])
    fixture.clock.advance(1)
    fixture.say('words')
    fixture.sendQueued('newest')
    expect(seqs(fixture.page({ limit: 2 }).messages)).toEqual([3, 4])
  })

  it('reaches past rows that clients do not see', () => {
    const fixture = messageFixture()
    fixture.say('visible')
    for (let n = 0; n < 5; n++) {
      fixture.messages.ingest(fixture.session.id, { message: output({ type: 'rate_limit_event' }) }, 's')
    }
    expect(seqs(fixture.page({ limit: 1 }).messages)).toEqual([1])
  })

  it('shows times of schedule and unresolved delivery only where they apply', () => {
    const fixture = messageFixture()
    const { messages, session, clock } = fixture
    const scheduledAt = clock.now() + 1000
    messages.send(session, { text: 'x', localId: 'later', scheduledAt })
    fixture.sendQueued('queued')
    fixture.sendQueued('dispatching')
    messages.steerState(session.id, ['dispatching'], 'dispatching')
    const extras = fixture.page().messages.map((row) => ({
      ...('scheduledAt' in row && { scheduledAt: row.scheduledAt }),
      ...('deliveryState' in row && { deliveryState: row.deliveryState }),
    }))
    expect(extras).toEqual([{ scheduledAt }, {}, { deliveryState: 'indeterminate' }])
  })
})

describe('after a cursor', () => {
  it('resets to the latest page when the epoch differs', () => {
    const fixture = messageFixture()
    for (const text of ['1', '2', '3']) fixture.say(text)
    const { messages, page } = fixture.page({ limit: 2, afterSeq: 1, afterAt: 1, epoch: 7 })
    expect(seqs(messages)).toEqual([2, 3])
    expect(page).toMatchObject({
      direction: 'latest',
      reset: true,
      epoch: 0,
      nextAfterSeq: null,
      hasMore: true,
    })
  })

  it('goes on without an epoch', () => {
    const fixture = messageFixture()
    fixture.say('1')
    expect(fixture.page({ afterSeq: 0, afterAt: 0 }).page).toMatchObject({ direction: 'after', reset: false })
  })

  it.each([
    ['at the head', 0],
    ['past the head', 5],
  ])('%s is empty and echoes the cursor', (_where, ahead) => {
    const fixture = messageFixture()
    fixture.say('1')
    const afterAt = fixture.clock.now() + ahead
    const { messages, page } = fixture.page({ afterSeq: 1, afterAt, epoch: 0 })
    expect(messages).toEqual([])
    expect(page).toMatchObject({ hasMore: false, nextAfterSeq: 1, nextAfterAt: afterAt, snapshotHeadSeq: 1 })
  })

  it('echoes the cursor for an empty session', () => {
    const { page } = messageFixture().page({ afterSeq: 0, afterAt: 0 })
    expect(page).toMatchObject({ nextAfterSeq: 0, nextAfterAt: 0, snapshotHeadSeq: null, hasMore: false })
  })
})

describe('the epoch', () => {
  it('rises when a row lands before the head and when a queued prompt is cancelled, not otherwise', async () => {
    const fixture = messageFixture()
    const { clock, messages, session } = fixture
    const epoch = () => fixture.page({ beforeSeq: 1, beforeAt: 1 }).page.epoch
    fixture.say('1')
    clock.advance(5)
    fixture.sendQueued('taken')
    fixture.sendQueued('cancelled')
    messages.markInvoked(session.id, ['taken'])
    expect(epoch()).toBe(0)
    fixture.say('late', { createdAt: clock.now() - 3 })
    expect(epoch()).toBe(1)
    await messages.cancel(session, 'cancelled')
    expect(epoch()).toBe(2)
  })
})
