import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerDevice, unregisterDevice } from '../../contract/device.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { setVisibility } from '../../contract/events.ts'
import { getHubSettings, updateHubSettings } from '../../contract/hub-settings.ts'
import {
  createScratchlistEntry,
  deleteScratchlistAttachment,
  deleteScratchlistEntry,
  getScratchlistAttachment,
  getScratchlistLimits,
  listScratchlist,
  updateScratchlistEntry,
  uploadScratchlistAttachment,
} from '../../contract/scratchlist.ts'
import { getStorageInfo } from '../../contract/storage.ts'
import { getUsageSummary } from '../../contract/usage.ts'
import {
  getVoiceCredentials,
  listTranscriptionProviders,
  TRANSCRIPTION_AUDIO_MAX_BYTES,
  TRANSCRIPTION_BODY_MAX_BYTES,
  transcribe,
  updateVoiceCredentials,
} from '../../contract/voice.ts'
import {
  ANY_ERROR,
  ConformanceScene,
  check,
  coded,
  INVALID_BODY,
  INVALID_QUERY,
  OK,
  type Question,
  type Row,
} from '../testing/conformance-scene.ts'
import { SpeechUpstream } from '../testing/speech-upstream.ts'

let upstream: SpeechUpstream
let hub: ConformanceScene
beforeAll(async () => {
  upstream = await SpeechUpstream.start()
  upstream.answer = { body: '{"text":"Hello","language":"en"}' }
  hub = await ConformanceScene.open({
    env: { OPENAI_API_KEY: 'sk-secret-key-1234', SVC_OPENAI_ORIGIN: upstream.origin },
  })
  await hub.store('notes')
  await hub.store('full')
})
afterAll(async () => {
  await hub.close()
  await upstream.close()
})

const row = (words: string, ask: Row[1], status: number, body: unknown): Row => [words, ask, status, body]
const notes =
  (endpoint: Endpoint, more: Question = {}) =>
  () =>
    hub.ask(endpoint, { id: 'notes', ...more })

describe('Scratchlist', () => {
  const entry = (more: object) => ({
    entry: {
      entryId: expect.any(String),
      text: expect.any(String),
      createdAt: expect.any(Number),
      updatedAt: expect.any(Number),
      attachments: [],
      ...more,
    },
  })
  const create = (body: object) => notes(createScratchlistEntry, { body })
  const update = (entryId: string, body: object) =>
    notes(updateScratchlistEntry, { params: { entryId }, body })
  const file = { filename: 'a.png', content: 'YQ==', mimeType: 'image/png' }
  const EMPTY = coded('scratchlist_entry_empty')
  let attachmentId = ''
  const attachment = (endpoint: Endpoint) => () =>
    hub.ask(endpoint, { id: 'notes', params: { attachmentId } })

  it.each<Row>([
    row('GET', notes(listScratchlist), 200, { entries: [] }),
    row(
      'POST: 201',
      create({ text: 't', entryId: 'e', createdAt: 5 }),
      201,
      entry({ entryId: 'e', createdAt: 5 }),
    ),
    row('POST: 200 when entryId exists', create({ text: 'u', entryId: 'e' }), 200, entry({ text: 't' })),
    row('POST, 10000 characters', create({ text: 'x'.repeat(10_000) }), 201, entry({})),
    row('POST, 10001 characters', create({ text: 'x'.repeat(10_001) }), 400, INVALID_BODY),
    row('POST, neither text nor attachments', create({ text: '' }), 400, EMPTY),
    row(
      'POST, an unknown attachment',
      create({ text: 't', attachments: [{ id: 'none' }] }),
      400,
      coded('scratchlist_attachment_invalid'),
    ),
    row('PUT text', update('e', { text: 'new' }), 200, entry({ text: 'new' })),
    row('PUT attachments', update('e', { attachments: [] }), 200, entry({ text: 'new' })),
    row('PUT, 10000 characters', update('e', { text: 'x'.repeat(10_000) }), 200, entry({})),
    row('PUT, 10001 characters', update('e', { text: 'x'.repeat(10_001) }), 400, INVALID_BODY),
    row('PUT neither', update('e', {}), 400, INVALID_BODY),
    row('PUT empty', update('e', { text: '' }), 400, EMPTY),
    row('PUT, 404', update('none', { text: 't' }), 404, ANY_ERROR),
    row('GET limits', notes(getScratchlistLimits), 200, {
      limits: {
        maxBytesPerFile: expect.any(Number),
        maxAttachmentsPerEntry: expect.any(Number),
        maxBytesPerEntry: expect.any(Number),
        maxBytesPerSession: expect.any(Number),
        allowedMimeTypes: expect.any(Array),
      },
    }),
    row(
      'POST upload',
      async () => {
        const answer = await hub.ask(uploadScratchlistAttachment, { id: 'notes', body: file })
        attachmentId = answer.body.attachment.id
        return answer
      },
      200,
      { success: true, attachment: expect.objectContaining({ filename: 'a.png', size: 1 }) },
    ),
    row(
      'POST, attachments without text',
      () =>
        hub.ask(createScratchlistEntry, {
          id: 'notes',
          body: { entryId: 'f', attachments: [{ id: attachmentId }] },
        }),
      201,
      entry({ text: '', attachments: [expect.objectContaining({ filename: 'a.png' })] }),
    ),
    row('GET attachment', attachment(getScratchlistAttachment), 200, 'a'),
    row(
      'DELETE attachment, 409 while an entry references it',
      attachment(deleteScratchlistAttachment),
      409,
      coded('scratchlist_attachment_in_use'),
    ),
    row('DELETE', notes(deleteScratchlistEntry, { params: { entryId: 'e' } }), 200, OK),
    row('DELETE, 404', notes(deleteScratchlistEntry, { params: { entryId: 'e' } }), 404, ANY_ERROR),
    row(
      'GET attachment, 404',
      notes(getScratchlistAttachment, { params: { attachmentId: 'none' } }),
      404,
      ANY_ERROR,
    ),
    row(
      'DELETE attachment',
      async () => {
        const { body } = await hub.ask(uploadScratchlistAttachment, { id: 'notes', body: file })
        return hub.ask(deleteScratchlistAttachment, {
          id: 'notes',
          params: { attachmentId: body.attachment.id },
        })
      },
      200,
      OK,
    ),
    row(
      'POST upload, 413',
      async () => {
        const { body } = await hub.ask(getScratchlistLimits, { id: 'notes' })
        const content = Buffer.alloc(body.limits.maxBytesPerFile + 1).toString('base64')
        return hub.ask(uploadScratchlistAttachment, { id: 'notes', body: { ...file, content } })
      },
      413,
      { success: false, ...coded('scratchlist_attachment_too_large') },
    ),
  ])('%s', check)

  it('GET attachment has the stored Content-Type', async () => {
    const path = getScratchlistAttachment.path
      .replace(':id', hub.id('notes'))
      .replace(':attachmentId', attachmentId)
    const { headers } = await hub.scene.api.raw('GET', path)
    expect(headers.get('content-type')).toBe('image/png')
  })

  it('POST: the 200th entry is taken, the 201st is a 409 scratchlist_at_cap', async () => {
    for (let n = 0; n < 199; n++) {
      await hub.scene.raw('POST', `/api/sessions/${hub.id('full')}/scratchlist`, { text: 'x' })
    }
    const once = () => hub.ask(createScratchlistEntry, { id: 'full', body: { text: 'x' } })
    expect([(await once()).status, await once()]).toEqual([
      201,
      { status: 409, body: coded('scratchlist_at_cap') },
    ])
  })
})

describe('Voice dictation', () => {
  interface Form {
    fields?: Record<string, string>
    bytes?: number
    type?: string
  }
  async function dictate({ fields = {}, bytes = 1, type = 'audio/webm' }: Form) {
    const form = new FormData()
    const all = { provider: 'openai', mode: 'standard', ...fields }
    for (const [name, value] of Object.entries(all)) form.append(name, value)
    form.append('file', new Blob([new Uint8Array(bytes)], { type }), 'a.webm')
    const answer = await fetch(hub.scene.hub.origin + transcribe.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${hub.scene.api.jwt}` },
      body: form,
    })
    return { status: answer.status, body: await answer.json() }
  }
  const heard = { text: 'Hello', language: 'en' }
  const bad = expect.objectContaining(ANY_ERROR)

  it.each<Row>([
    row('GET providers', () => hub.ask(listTranscriptionProviders), 200, {
      providers: [{ id: 'openai', label: expect.any(String), modes: ['standard'] }],
    }),
    row('POST audio', () => dictate({}), 200, heard),
    row('POST webm', () => dictate({ type: 'video/webm' }), 200, heard),
    row('POST mp4', () => dictate({ type: 'video/mp4' }), 200, heard),
    row('POST, no audio', () => dictate({ type: 'text/plain' }), 400, bad),
    row('POST, another provider', () => dictate({ fields: { provider: 'x' } }), 400, bad),
    row('POST, another mode', () => dictate({ fields: { mode: 'live' } }), 400, bad),
    row('POST, language of 35 characters', () => dictate({ fields: { language: language(35) } }), 200, heard),
    row('POST, language of 36 characters', () => dictate({ fields: { language: language(36) } }), 400, bad),
    row('POST, 25 MB', () => dictate({ bytes: TRANSCRIPTION_AUDIO_MAX_BYTES }), 200, heard),
    row('POST, a byte over 25 MB', () => dictate({ bytes: TRANSCRIPTION_AUDIO_MAX_BYTES + 1 }), 413, bad),
    row('POST, body over 26 MB', () => dictate({ bytes: TRANSCRIPTION_BODY_MAX_BYTES }), 413, bad),
  ])('%s', check)
})

/** A language tag of so many characters. */
function language(length: number): string {
  return `en${'-abcdefgh'.repeat(4)}`.slice(0, length).padEnd(length, 'x').replace(/-$/, 'x')
}

describe('Usage and storage', () => {
  const usage = (query: Record<string, string>) => () => hub.ask(getUsageSummary, { query })
  const summary = {
    range: expect.any(Object),
    totals: expect.any(Object),
    daily: expect.any(Array),
    byAgent: [],
    byModel: [],
    updatedAt: expect.any(Number),
  }
  it.each<Row>([
    row('GET usage', usage({}), 200, summary),
    row('GET usage, 7d', usage({ range: '7d', timeZone: 'Europe/Paris' }), 200, summary),
    row('GET usage, 30d', usage({ range: '30d' }), 200, summary),
    row('GET usage, all', usage({ range: 'all' }), 200, summary),
    row('GET usage, another range', usage({ range: '1d' }), 400, INVALID_QUERY),
    row('GET usage, no time zone', usage({ timeZone: 'Mars/Base' }), 400, {
      error: 'Invalid timeZone',
      issues: expect.anything(),
    }),
    row('GET storage', () => hub.ask(getStorageInfo), 200, {
      path: expect.any(String),
      databaseBytes: expect.any(Number),
      walBytes: expect.any(Number),
      shmBytes: expect.any(Number),
      totalBytes: expect.any(Number),
    }),
  ])('%s', check)
})

describe('Devices and visibility', () => {
  const device = { platform: 'phone', deviceId: 'd', token: 't' }
  const settings = { sessionSummaryContract: false, sessionSummaryInChat: expect.any(Boolean) }
  const seen = (visibility: string) => async () => {
    const events = await hub.scene.events({ all: 'true' })
    const { data } = await events.until('connection-changed')
    const subscriptionId = data?.subscriptionId
    const answer = await hub.ask(setVisibility, { body: { subscriptionId, visibility } })
    events.close()
    return answer
  }

  it.each<Row>([
    row('POST register', () => hub.ask(registerDevice, { body: device }), 200, OK),
    row(
      'POST register, no token',
      () => hub.ask(registerDevice, { body: { platform: 'phone' } }),
      400,
      INVALID_BODY,
    ),
    row('DELETE register', () => hub.ask(unregisterDevice, { body: { token: 't' } }), 200, OK),
    row('POST visibility, visible', seen('visible'), 200, OK),
    row('POST visibility, hidden', seen('hidden'), 200, OK),
    row('POST visibility, another word', seen('maybe'), 400, INVALID_BODY),
    row(
      'POST visibility, unknown subscription',
      () => hub.ask(setVisibility, { body: { subscriptionId: 'none', visibility: 'visible' } }),
      404,
      { error: 'Subscription not found' },
    ),
    row('GET hub-settings', () => hub.ask(getHubSettings), 200, settings),
    row(
      'GET hub-settings, any namespace',
      () => hub.ask(getHubSettings, { as: hub.scene.stranger }),
      200,
      settings,
    ),
    row(
      'PUT hub-settings',
      () => hub.ask(updateHubSettings, { body: { sessionSummaryContract: false } }),
      200,
      settings,
    ),
  ])('%s', check)
})

describe('Namespaces: owner-only surfaces', () => {
  it.each<[string, Endpoint, object | undefined]>([
    ['GET /api/usage/summary', getUsageSummary, undefined],
    ['GET /api/storage/sqlite', getStorageInfo, undefined],
    ['PUT /api/hub-settings', updateHubSettings, { sessionSummaryContract: true }],
    ['GET credentials', getVoiceCredentials, undefined],
    ['PUT credentials', updateVoiceCredentials, { deepgram: 'key' }],
  ])('%s', async (_, endpoint, body) => {
    const [owner, other] = [
      await hub.ask(endpoint, { body }),
      await hub.ask(endpoint, { body, as: hub.scene.stranger }),
    ]
    expect([owner.status, other]).toEqual([200, { status: 403, body: ANY_ERROR }])
  })
})
