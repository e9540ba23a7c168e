import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SCRATCHLIST_ENTRIES_MAX } from '../../contract/scratchlist.ts'
import { mergeSessions } from '../lifecycle/merge.ts'
import { ScratchlistRoom } from '../testing/scratchlist-room.ts'

let room: ScratchlistRoom
let id: string
beforeEach(() => {
  room = new ScratchlistRoom()
  id = room.session()
})
afterEach(() => room.close())

const create = (
  body: { text?: string; entryId?: string; createdAt?: number; attachments?: { id: string }[] },
  session = id,
) => room.scratchlist.create(room.record(session), { text: '', attachments: [], ...body })
const ids = (session = id) => room.scratchlist.entries(session).map(({ entryId }) => entryId)
const fill = (count: number, session = id) => {
  for (let n = 0; n < count; n += 1) create({ text: 'x', entryId: `${session} ${n}` }, session)
}
const coded = (status: number, code: string) => expect.objectContaining({ status, code })
const thrown = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    return error
  }
}

describe('an entry', () => {
  it('gets an id and the time where none are given', () => {
    const { entry, isNew } = create({ text: 'buy milk' })
    expect([entry, isNew]).toEqual([
      {
        entryId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        text: 'buy milk',
        createdAt: room.clock.now(),
        updatedAt: room.clock.now(),
        attachments: [],
      },
      true,
    ])
    expect(room.scratchlist.entries(id)).toEqual([entry])
  })

  it('keeps the id and the time it is given', () => {
    expect(create({ text: 'x', entryId: 'mine', createdAt: 5 }).entry).toMatchObject({
      entryId: 'mine',
      createdAt: 5,
      updatedAt: room.clock.now(),
    })
  })

  it('is trimmed', () => {
    expect(create({ text: ' \n two\nlines  ' }).entry.text).toBe('two\nlines')
  })

  it.each(['', ' \n\t '])('is not %j alone', (text) => {
    expect(thrown(() => create({ text }))).toEqual(coded(400, 'scratchlist_entry_empty'))
    expect(ids()).toEqual([])
  })

  it('may be an attachment alone', async () => {
    const attachment = await room.upload(id)
    expect(create({ attachments: [{ id: attachment }] }).entry).toMatchObject({ text: '' })
  })

  it('with an id that is there already is the one that is there, also in a full list', () => {
    const first = create({ text: 'first', entryId: 'same' }).entry
    fill(SCRATCHLIST_ENTRIES_MAX - 1)
    room.announced()
    expect(create({ text: 'second', entryId: 'same' })).toEqual({ entry: first, isNew: false })
    expect(room.announced()).toEqual([])
  })

  it('with an id that another session uses is a new one', () => {
    create({ text: 'x', entryId: 'same' }, room.session())
    expect(create({ text: 'y', entryId: 'same' }).isNew).toBe(true)
  })

  it('is the last of 200', () => {
    fill(199)
    expect(create({ text: 'the 200th' }).isNew).toBe(true)
    expect(thrown(() => create({ text: 'the 201st' }))).toEqual(coded(409, 'scratchlist_at_cap'))
    expect(ids()).toHaveLength(200)
  })
})

it('lists newest first and the greater id first of the same time', () => {
  create({ text: 'x', entryId: 'b', createdAt: 1 })
  create({ text: 'x', entryId: 'a', createdAt: 2 })
  create({ text: 'x', entryId: 'c', createdAt: 1 })
  expect(ids()).toEqual(['a', 'c', 'b'])
})

it('has no entries for an unknown session', () => {
  expect(room.scratchlist.entries('nobody')).toEqual([])
})

describe('an update', () => {
  const update = (entryId: string, change: { text?: string; attachments?: { id: string }[] }, session = id) =>
    room.scratchlist.update(room.record(session), entryId, change)

  it('of the text leaves the attachments and the time of creation', async () => {
    const attachment = await room.upload(id)
    const { entryId, createdAt } = create({ text: 'old', attachments: [{ id: attachment }] }).entry
    room.clock.advance(10)
    const entry = update(entryId, { text: ' new ' })
    expect(entry).toMatchObject({
      text: 'new',
      createdAt,
      updatedAt: createdAt + 10,
      attachments: [{ id: attachment }],
    })
    expect(room.scratchlist.entries(id)).toEqual([entry])
  })

  it('of the attachments leaves the text and keeps their order', async () => {
    const [a, b] = [await room.upload(id), await room.upload(id)]
    const { entryId } = create({ text: 'note', attachments: [{ id: a }] }).entry
    const entry = update(entryId, { attachments: [{ id: b }, { id: a }, { id: b }] })
    expect([entry.text, entry.attachments.map((attachment) => attachment.id)]).toEqual(['note', [b, a]])
  })

  it('may not leave it empty', async () => {
    const attachment = await room.upload(id)
    const { entryId } = create({ text: 'note', attachments: [{ id: attachment }] }).entry
    update(entryId, { text: '' })
    expect(thrown(() => update(entryId, { attachments: [] }))).toEqual(coded(400, 'scratchlist_entry_empty'))
    expect(room.scratchlist.entries(id)).toMatchObject([{ text: '', attachments: [{ id: attachment }] }])
  })

  it('of an unknown entry, or of one of another session, is 404', () => {
    const other = room.session()
    create({ text: 'x', entryId: 'e' }, other)
    expect(thrown(() => update('e', { text: 'y' }))).toMatchObject({ status: 404 })
  })
})

describe('deleting', () => {
  it('removes the one entry', () => {
    create({ text: 'x', entryId: 'a' })
    create({ text: 'x', entryId: 'b' })
    room.scratchlist.delete(room.record(id), 'a')
    expect(ids()).toEqual(['b'])
  })

  it('of an unknown entry, or of one of another session, is 404', () => {
    create({ text: 'x', entryId: 'e' }, room.session())
    expect(thrown(() => room.scratchlist.delete(room.record(id), 'e'))).toMatchObject({ status: 404 })
  })
})

it('tells of every change of an entry, and of nothing else', async () => {
  const at = room.clock.now()
  const attachment = await room.upload(id)
  room.scratchlist.deleteAttachment(room.record(id), attachment)
  expect(room.announced()).toEqual([])
  const session = room.record(id)
  const { entryId } = create({ text: 'x' }).entry
  expect(room.announced()).toEqual([[id, at]])
  room.clock.advance(5)
  room.scratchlist.update(session, entryId, { text: 'y' })
  expect(room.announced()).toEqual([[id, at + 5]])
  room.scratchlist.delete(session, entryId)
  expect(room.announced()).toEqual([[id, at + 5]])
  thrown(() => create({ text: '' }))
  expect(room.announced()).toEqual([])
})

describe('two sessions that become one', () => {
  let from: string
  beforeEach(() => {
    from = room.session()
  })
  const merge = () => {
    room.db.flush()
    mergeSessions({ ...room, bus: { publish: () => {} } }, from, id)
    room.db.flush()
  }

  it('keep all entries of both, above the cap too', () => {
    fill(150)
    fill(150, from)
    room.announced()
    merge()
    expect([ids().length, ids(from)]).toEqual([300, []])
    expect(room.announced().map(([session]) => session)).toEqual([id, from])
    expect(thrown(() => create({ text: 'one more' }))).toEqual(coded(409, 'scratchlist_at_cap'))
  })

  it('keep both of two entries with one id', () => {
    create({ text: 'mine', entryId: 'same' })
    create({ text: 'theirs', entryId: 'same' }, from)
    merge()
    expect(
      room.scratchlist
        .entries(id)
        .map(({ text }) => text)
        .sort(),
    ).toEqual(['mine', 'theirs'])
    expect(ids().filter((entryId) => entryId === 'same')).toHaveLength(1)
  })

  it('keep the files, with the session that stays', async () => {
    const named = await room.upload(from)
    const unnamed = await room.upload(from)
    create({ attachments: [{ id: named }] }, from)
    merge()
    expect(room.files()).toEqual([`${id}/${named}`, `${id}/${unnamed}`].sort())
    const { bytes } = await room.scratchlist.readAttachment(room.record(id), named)
    expect(bytes.toString()).toBe('xxx')
  })

  it('say nothing where there was nothing', () => {
    merge()
    expect(room.announced()).toEqual([])
  })

  it('leave everything where it was when their commit fails', async () => {
    const attachment = await room.upload(from)
    const entryId = room.entry(from, attachment)
    room.announced()
    room.loseCommit(() => mergeSessions({ ...room, bus: { publish: () => {} } }, from, id))
    expect([ids(from), ids(), room.files(), room.announced()]).toEqual([
      [entryId],
      [],
      [`${from}/${attachment}`],
      [],
    ])
  })
})
