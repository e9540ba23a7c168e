import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SCRATCHLIST_UNUSED_ATTACHMENT_MS } from '../../contract/scratchlist.ts'
import { newId } from '../ids.ts'
import { mergeSessions } from '../lifecycle/merge.ts'
import { ScratchlistRoom } from '../testing/scratchlist-room.ts'

let room: ScratchlistRoom
let id: string
beforeEach(() => {
  room = new ScratchlistRoom({ maxBytesPerEntry: 10, maxBytesPerSession: 30 })
  id = room.session()
})
afterEach(() => room.close())

const coded = (status: number, code: string) => expect.objectContaining({ status, code })
const name = (...ids: string[]) => ids.map((attachment) => ({ id: attachment }))
const DAY_MS = 24 * 60 * 60 * 1000
const isPosix = process.platform !== 'win32'

describe('an upload', () => {
  const upload = (more: object = {}) =>
    room.scratchlist.upload(room.record(id), {
      filename: '../../evil.txt',
      mimeType: 'text/plain',
      bytes: Buffer.from('abc'),
      ...more,
    })

  /** Past what an upload does before it waits for the disk, which takes a turn at least. */
  const beingWritten = async () => {
    for (let n = 0; n < 10; n += 1) await null
  }

  it('is described as it was sent and stored under a name of ours, for the owner alone', async () => {
    const attachment = await upload()
    const { id: key } = attachment
    expect(attachment).toEqual({
      id: key,
      filename: '../../evil.txt',
      mimeType: 'text/plain',
      size: 3,
      path: `svc-hub:scratchlist/${key}`,
    })
    expect(room.files()).toEqual([`${id}/${key}`])
    expect(readFileSync(join(room.folder, id, key), 'utf8')).toBe('abc')
    if (!isPosix) return
    const modes = [join(id, key), id].map((path) => statSync(join(room.folder, path)).mode & 0o777)
    expect(modes).toEqual([0o600, 0o700])
  })

  it.each([
    ['image/png', 'image/png'],
    ['Text/Plain; charset=utf-8', 'text/plain'],
  ])('of type %s is kept as %s', async (mimeType, kept) => {
    expect((await upload({ mimeType })).mimeType).toBe(kept)
  })

  it.each(['text/html', 'application/octet-stream', 'image', 'text/plain, text/html'])(
    'of type %s is refused',
    async (mimeType) => {
      await expect(upload({ mimeType })).rejects.toEqual(coded(400, 'scratchlist_attachment_mime'))
      expect(room.files()).toEqual([])
    },
  )

  it('fits into what is left of the session, to the byte', async () => {
    await upload({ bytes: Buffer.alloc(20) })
    await expect(upload({ bytes: Buffer.alloc(11) })).rejects.toEqual(
      coded(400, 'scratchlist_attachments_session_bytes'),
    )
    await upload({ bytes: Buffer.alloc(10) })
    expect(room.files()).toHaveLength(2)
  })

  it('waits for the one before, so that together they keep to the budget', async () => {
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => upload({ bytes: Buffer.alloc(15) })))
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    expect(room.files()).toHaveLength(2)
  })

  it('is not held up by one that fails', async () => {
    const outcomes = await Promise.allSettled([upload({ mimeType: 'no' }), upload()])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  })

  it('leaves no file when its session goes meanwhile', async () => {
    const arriving = upload()
    await beingWritten()
    room.sessions.delete(room.record(id))
    await expect(arriving).rejects.toMatchObject({ status: 404 })
    expect(room.files()).toEqual([])
  })

  it('follows its session when that becomes another meanwhile', async () => {
    const into = room.active()
    const arriving = upload()
    await beingWritten()
    mergeSessions({ ...room, bus: { publish: () => {} } }, id, into)
    const { id: key } = await arriving
    expect(room.files()).toEqual([`${into}/${key}`])
    expect(room.table.sessionOf(key)).toBe(into)
  })
})

describe('naming attachments', () => {
  const create = (ids: string[]) => () => room.entry(id, ...ids)

  it('takes what the hub knows of them', async () => {
    const key = await room.upload(id)
    const attachment = { id: key, filename: 'lie.exe', size: 1, mimeType: 'text/html', path: '/etc/passwd' }
    room.scratchlist.create(room.record(id), { text: '', attachments: [attachment] })
    expect(room.scratchlist.entries(id)[0]?.attachments).toEqual([
      { id: key, filename: 'a.txt', mimeType: 'text/plain', size: 3, path: `svc-hub:scratchlist/${key}` },
    ])
  })

  it.each(['nothing', '../x', ''])('refuses the unknown one %j', (unknown) => {
    expect(create([unknown])).toThrow(coded(400, 'scratchlist_attachment_invalid'))
    expect(room.scratchlist.entries(id)).toEqual([])
  })

  it('refuses one of another session', async () => {
    const other = await room.upload(room.session())
    expect(create([other])).toThrow(coded(400, 'scratchlist_attachment_invalid'))
  })

  it('takes four and no more, the same one counted once', async () => {
    const keys: string[] = []
    for (let n = 0; n < 5; n += 1) keys.push(await room.upload(id, 1))
    expect(create(keys)).toThrow(coded(400, 'scratchlist_attachments_per_entry'))
    expect(create([...keys.slice(0, 4), keys[0] as string])).not.toThrow()
  })

  it('takes as many bytes as an entry may have and not one more', async () => {
    const [a, b, c] = [await room.upload(id, 6), await room.upload(id, 4), await room.upload(id, 5)]
    expect(create([a, c])).toThrow(coded(400, 'scratchlist_attachments_entry_bytes'))
    expect(create([a, b])).not.toThrow()
  })

  it('keeps to the same rules when an entry changes', async () => {
    const entryId = room.entry(id)
    const update = () => room.scratchlist.update(room.record(id), entryId, { attachments: name('nothing') })
    expect(update).toThrow(coded(400, 'scratchlist_attachment_invalid'))
  })
})

describe('a file', () => {
  const exists = (key: string) => room.files().includes(`${id}/${key}`)

  it('goes with the last entry that names it', async () => {
    const key = await room.upload(id)
    const [first, second] = [room.entry(id, key), room.entry(id, key)]
    room.scratchlist.delete(room.record(id), first)
    room.db.flush()
    expect(exists(key)).toBe(true)
    room.scratchlist.delete(room.record(id), second)
    room.db.flush()
    expect([exists(key), room.table.findAttachment(key)]).toEqual([false, undefined])
  })

  it('goes when its entry names it no more', async () => {
    const [kept, dropped] = [await room.upload(id), await room.upload(id)]
    const entryId = room.entry(id, kept, dropped)
    room.scratchlist.update(room.record(id), entryId, { attachments: name(kept) })
    room.db.flush()
    expect(room.files()).toEqual([`${id}/${kept}`])
  })

  it('stays when that is not committed', async () => {
    const key = await room.upload(id)
    const entryId = room.entry(id, key)
    room.loseCommit(() => room.scratchlist.delete(room.record(id), entryId))
    expect([exists(key), room.scratchlist.entries(id).length]).toEqual([true, 1])
  })

  it('goes with its session, and those of others stay', async () => {
    const other = room.session()
    const theirs = await room.upload(other)
    room.entry(id, await room.upload(id))
    await room.upload(id)
    room.sessions.delete(room.record(id))
    room.db.flush()
    expect(room.files()).toEqual([`${other}/${theirs}`])
  })

  it('is read only while an entry of this session names it', async () => {
    const session = room.record(id)
    const key = await room.upload(id)
    const read = () => room.scratchlist.readAttachment(session, key)
    await expect(read()).rejects.toThrow('Attachment not found')
    room.entry(id, key)
    expect((await read()).bytes.toString()).toBe('xxx')
    const other = room.record(room.session())
    await expect(room.scratchlist.readAttachment(other, key)).rejects.toThrow('Attachment not found')
  })

  it('that was lost is said to be missing', async () => {
    const key = await room.upload(id)
    room.entry(id, key)
    rmSync(join(room.folder, id, key))
    const read = room.scratchlist.readAttachment(room.record(id), key)
    await expect(read).rejects.toMatchObject({ status: 404, message: 'Attachment file missing' })
  })
})

describe('deleting an attachment', () => {
  const remove = (key: string, session = id) => room.scratchlist.deleteAttachment(room.record(session), key)

  it('removes row and file', async () => {
    const key = await room.upload(id)
    remove(key)
    room.db.flush()
    expect([room.files(), room.table.findAttachment(key)]).toEqual([[], undefined])
  })

  it('is refused while an entry names it', async () => {
    const key = await room.upload(id)
    room.entry(id, key)
    expect(() => remove(key)).toThrow(coded(409, 'scratchlist_attachment_in_use'))
    expect(room.files()).toHaveLength(1)
  })

  it('of an unknown one, or of one of another session, is 404', async () => {
    const other = await room.upload(room.session())
    expect(() => remove('nothing')).toThrow('Attachment not found')
    expect(() => remove(other)).toThrow('Attachment not found')
    expect(room.files()).toHaveLength(1)
  })
})

describe('tidying up', () => {
  const restart = () => room.open().start()

  it('keeps what is named however old, and uploads of up to a day', async () => {
    const named = await room.upload(id)
    room.entry(id, named)
    room.clock.advance(DAY_MS)
    const fresh = await room.upload(id)
    room.clock.advance(SCRATCHLIST_UNUSED_ATTACHMENT_MS - 1)
    await restart()
    expect(room.files()).toEqual([`${id}/${named}`, `${id}/${fresh}`].sort())
  })

  it('ends uploads that nobody has named for a day', async () => {
    const key = await room.upload(id)
    room.clock.advance(SCRATCHLIST_UNUSED_ATTACHMENT_MS)
    await restart()
    expect([room.files(), room.table.findAttachment(key)]).toEqual([[], undefined])
  })

  it('removes files nobody knows: of sessions that are gone, without a row, half written', async () => {
    const kept = await room.upload(id)
    for (const [folder, file] of [
      [newId(), newId()],
      [id, newId()],
      ['.incoming', newId()],
    ] as const) {
      mkdirSync(join(room.folder, folder), { recursive: true })
      writeFileSync(join(room.folder, folder, file), 'x')
    }
    await restart()
    expect(room.files()).toEqual([`${id}/${kept}`])
  })

  it('leaves alone what is not of its making', async () => {
    writeFileSync(join(room.folder, 'notes.txt'), 'x')
    await restart()
    expect(room.files()).toEqual(['notes.txt'])
  })

  it('takes a file to its session that a crash kept from following', async () => {
    const key = await room.upload(id)
    const old = newId()
    renameSync(join(room.folder, id), join(room.folder, old))
    await restart()
    expect(room.files()).toEqual([`${id}/${key}`])
  })

  it('lets a file that is arriving alone', async () => {
    const roomy = new ScratchlistRoom()
    const session = roomy.session()
    let hasArrived = false
    const arriving = roomy.upload(session, 10_000_000).finally(() => {
      hasArrived = true
    })
    while (!hasArrived) await roomy.scratchlist.start()
    expect(roomy.files()).toEqual([`${session}/${await arriving}`])
    await roomy.close()
  })

  it('happens every day', async () => {
    await room.scratchlist.start()
    await room.upload(id)
    room.clock.advance(DAY_MS - 1)
    await room.scratchlist.close()
    expect(room.files()).toHaveLength(1)
    await room.scratchlist.start()
    room.clock.advance(DAY_MS)
    await room.scratchlist.close()
    expect(room.files()).toEqual([])
  })

  it('that fails is logged and no more', async () => {
    room.db.close()
    await room.scratchlist.start()
    expect(room.log.lines.map(({ message }) => message)).toEqual([
      'Scratchlist attachments could not be tidied up',
    ])
  })
})
