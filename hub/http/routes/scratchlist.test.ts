import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createScratchlistEntry,
  deleteScratchlistAttachment,
  getScratchlistLimits,
  listScratchlist,
  SCRATCHLIST_TEXT_MAX_LENGTH,
  updateScratchlistEntry,
  uploadScratchlistAttachment,
} from '../../../contract/scratchlist.ts'
import { SessionPatch } from '../../../contract/session.ts'
import { SCRATCHLIST_LIMITS } from '../../config/scratchlist-limits.ts'
import { FOREIGN, HubScene } from '../../testing/hub-scene.ts'

let scene: HubScene
let id: string
beforeAll(async () => {
  scene = await HubScene.open()
})
afterAll(() => scene.close())
beforeEach(async () => {
  // Nobody's CLI is connected: a scratchlist needs none.
  id = await scene.asleep()
})

const at = (path = '') => `/api/sessions/${id}/scratchlist${path}`
const post = (body: unknown) => scene.raw('POST', at(), body)
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47])
const file = (more: object = {}) => ({
  filename: 'plan.png',
  content: PNG.toString('base64'),
  mimeType: 'image/png',
  ...more,
})
const attach = async (more: object = {}): Promise<string> => {
  const { attachment } = await scene.api.call(uploadScratchlistAttachment, {
    params: { id },
    body: file(more),
  })
  return attachment.id
}
const fetchBytes = async (attachmentId: string) => {
  const response = await fetch(`${scene.hub.origin}${at(`/attachments/${attachmentId}`)}`, {
    headers: { authorization: `Bearer ${scene.api.jwt}` },
  })
  return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

describe('entries', () => {
  it('are made, listed, changed and deleted', async () => {
    const made = await scene.raw('POST', at(), { text: ' note ', entryId: 'a/b', createdAt: 7 })
    expect(made).toEqual({
      status: 201,
      body: {
        entry: { entryId: 'a/b', text: 'note', createdAt: 7, updatedAt: scene.now, attachments: [] },
      },
    })
    expect(await scene.api.call(listScratchlist, { params: { id } })).toEqual({ entries: [made.body.entry] })
    const params = { id, entryId: 'a/b' }
    const { entry } = await scene.api.call(updateScratchlistEntry, { params, body: { text: 'other' } })
    expect(entry.text).toBe('other')
    expect(await scene.raw('DELETE', at('/a%2Fb'))).toEqual({ status: 200, body: { ok: true } })
    expect((await scene.raw('GET', at())).body).toEqual({ entries: [] })
  })

  it('made twice under one id are one, answered 200', async () => {
    const first = await post({ text: 'one', entryId: 'same' })
    expect(await post({ text: 'two', entryId: 'same' })).toEqual({ status: 200, body: first.body })
  })

  it('are 409 scratchlist_at_cap above 200', async () => {
    for (let n = 0; n < 200; n += 1) expect((await post({ text: 'x' })).status).toBe(201)
    expect(await post({ text: 'x' })).toEqual({
      status: 409,
      body: { error: expect.any(String), code: 'scratchlist_at_cap' },
    })
  })

  it('are announced as a patch that has nothing but the time', async () => {
    const events = await scene.events()
    await scene.api.call(createScratchlistEntry, { params: { id }, body: { text: 'x' } })
    const { data } = await events.until('session-updated', ({ sessionId }) => sessionId === id)
    expect(SessionPatch.parse(data)).toEqual({ scratchlistUpdatedAt: scene.now })
  })

  it.each([
    ['text of 10000 characters', { text: 'x'.repeat(SCRATCHLIST_TEXT_MAX_LENGTH) }, 201],
    ['text of 10001 characters', { text: 'x'.repeat(SCRATCHLIST_TEXT_MAX_LENGTH + 1) }, 400],
    ['an id of 128 characters', { text: 'x', entryId: 'i'.repeat(128) }, 201],
    ['an id of 129 characters', { text: 'x', entryId: 'i'.repeat(129) }, 400],
    ['an empty id', { text: 'x', entryId: '' }, 400],
    ['text that is none', { text: 5 }, 400],
    ['a time that is none', { text: 'x', createdAt: 'now' }, 400],
    ['a time between milliseconds', { text: 'x', createdAt: 1.5 }, 400],
    ['a time before 1970', { text: 'x', createdAt: -1 }, 400],
    ['attachments without ids', { text: 'x', attachments: [{}] }, 400],
  ])('with %s', async (_, body, status) => {
    expect((await post(body)).status).toBe(status)
    expect((await scene.raw('GET', at())).body.entries).toHaveLength(status === 201 ? 1 : 0)
  })

  it('that are not valid are explained as a list of issues', async () => {
    const { entry } = (await post({ text: 'x' })).body
    const answers = [await post({ text: 5 }), await scene.raw('PUT', at(`/${entry.entryId}`), {})]
    expect(answers).toEqual([
      {
        status: 400,
        body: {
          error: 'Invalid body',
          issues: [expect.objectContaining({ code: 'invalid_type', path: ['text'] })],
        },
      },
      {
        status: 400,
        body: { error: 'Invalid body', issues: [expect.objectContaining({ code: 'custom', path: [] })] },
      },
    ])
  })

  it.each([
    ['nothing', {}, 'scratchlist_entry_empty'],
    ['spaces', { text: '  ' }, 'scratchlist_entry_empty'],
    [
      'an attachment nobody uploaded',
      { text: 'x', attachments: [{ id: 'x' }] },
      'scratchlist_attachment_invalid',
    ],
  ])('of %s are 400 with a code', async (_, body, code) => {
    expect(await post(body)).toEqual({ status: 400, body: { error: expect.any(String), code } })
  })

  it('that are unknown are 404', async () => {
    const missing = { status: 404, body: { error: 'Scratchlist entry not found' } }
    expect([await scene.raw('PUT', at('/x'), { text: 'y' }), await scene.raw('DELETE', at('/x'))]).toEqual([
      missing,
      missing,
    ])
  })
})

it('tells its limits', async () => {
  expect(await scene.api.call(getScratchlistLimits, { params: { id } })).toEqual({
    limits: SCRATCHLIST_LIMITS,
  })
})

describe('attachments', () => {
  it('are uploaded, named by an entry, read, and deleted once no entry names them', async () => {
    const attachmentId = await attach()
    const unnamed = await scene.raw('GET', at(`/attachments/${attachmentId}`))
    expect(unnamed).toEqual({ status: 404, body: { error: 'Attachment not found' } })
    const { entry } = (await post({ attachments: [{ id: attachmentId }] })).body
    expect(entry.attachments).toEqual([
      {
        id: attachmentId,
        filename: 'plan.png',
        mimeType: 'image/png',
        size: 4,
        path: `svc-hub:scratchlist/${attachmentId}`,
      },
    ])
    expect((await fetchBytes(attachmentId)).bytes).toEqual(PNG)
    expect(await scene.raw('DELETE', at(`/attachments/${attachmentId}`))).toEqual({
      status: 409,
      body: { error: expect.any(String), code: 'scratchlist_attachment_in_use' },
    })
    await scene.raw('DELETE', at(`/${entry.entryId}`))
    expect(await scene.raw('DELETE', at(`/attachments/${attachmentId}`))).toEqual({
      status: 404,
      body: { error: 'Attachment not found' },
    })
    const unused = await attach()
    const params = { id, attachmentId: unused }
    expect(await scene.api.call(deleteScratchlistAttachment, { params })).toEqual({ ok: true })
  })

  it('come with their stored type and a name that is safe, and cannot run as a page of ours', async () => {
    const attachmentId = await attach({ filename: '../a"b.svg', mimeType: 'image/svg+xml' })
    await post({ attachments: [{ id: attachmentId }] })
    const { headers } = await fetchBytes(attachmentId)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-disposition': `inline; filename=".._a_b.svg"; filename*=UTF-8''.._a%22b.svg`,
      'content-security-policy': expect.stringMatching(/; sandbox$/),
      'x-content-type-options': 'nosniff',
    })
  })

  it.each([
    ['of the size they may have', SCRATCHLIST_LIMITS.maxBytesPerFile, 200],
    ['of a byte more', SCRATCHLIST_LIMITS.maxBytesPerFile + 1, 413],
    ['of twice as much', SCRATCHLIST_LIMITS.maxBytesPerFile * 2, 413],
  ])('%s', async (_, bytes, status) => {
    const body = file({ content: Buffer.alloc(bytes).toString('base64') })
    const answer = await scene.raw('POST', at('/upload'), body)
    const code = 'scratchlist_attachment_too_large'
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject(
      status === 200 ? { success: true } : { success: false, error: expect.any(String), code },
    )
  })

  it.each([
    ['a type that is not taken', { mimeType: 'text/html' }, 'scratchlist_attachment_mime'],
    ['no base64', { content: '%' }, 'scratchlist_attachment_invalid'],
    ['no name', { filename: '' }, 'scratchlist_attachment_invalid'],
    ['a name of 256 characters', { filename: 'x'.repeat(256) }, 'scratchlist_attachment_invalid'],
    ['a type of 256 characters', { mimeType: 'x'.repeat(256) }, 'scratchlist_attachment_invalid'],
  ])('with %s are 400 with a code', async (_, more, code) => {
    expect(await scene.raw('POST', at('/upload'), file(more))).toEqual({
      status: 400,
      body: { success: false, error: expect.any(String), code },
    })
    expect(existsSync(join(scene.hub.config.home, 'scratchlist', id))).toBe(false)
  })

  it('take names and types of 255 characters', async () => {
    expect(await attach({ filename: 'x'.repeat(255) })).toEqual(expect.any(String))
  })

  it('go with their session', async () => {
    await attach()
    const folder = join(scene.hub.config.home, 'scratchlist', id)
    expect(existsSync(folder)).toBe(true)
    await scene.raw('DELETE', `/api/sessions/${id}`)
    expect(existsSync(folder)).toBe(false)
  })

  it.each(['..%2F..%2Fhub.db', '%2e%2e', '..%5c..%5chub.db', '%00'])(
    'are not what %s leads to',
    async (name) => {
      const read = await scene.raw('GET', at(`/attachments/${name}`))
      const removed = await scene.raw('DELETE', at(`/attachments/${name}`))
      expect([read.status, removed.status]).toEqual([404, 404])
    },
  )
})

it('is refused in a session of another namespace, uploads before their body is read', async () => {
  id = await scene.asleep({ namespace: FOREIGN })
  const refused = { status: 403, body: { error: 'Session access denied' } }
  expect(await scene.raw('POST', at('/upload'), 'no JSON')).toEqual(refused)
  expect(await scene.raw('GET', at())).toEqual(refused)
})

it('is exported with its session, and survives a restart', async () => {
  const hub = await HubScene.open()
  const session = await hub.asleep()
  const path = `/api/sessions/${session}/scratchlist`
  const { attachment } = (await hub.raw('POST', `${path}/upload`, file())).body
  await hub.raw('POST', path, { text: 'keep me', attachments: [attachment] })
  const { entries } = (await hub.raw('GET', path)).body
  expect((await hub.raw('GET', `/api/sessions/${session}/export`)).body.scratchlist).toEqual(entries)
  await hub.hub.restart()
  const api = await hub.hub.client()
  expect((await api.raw('GET', path)).body).toEqual({ entries })
  expect((await api.raw('GET', `${path}/attachments/${attachment.id}`)).status).toBe(200)
  await hub.close()
})
