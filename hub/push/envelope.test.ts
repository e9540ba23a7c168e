import { webcrypto } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ENVELOPE_MAX_CHARACTERS, PushPayload } from '../../contract/push.ts'
import { PUSH_KEY } from '../testing/providers/push-room.ts'
import { canonicalJson, seal, sealPayload } from './envelope.ts'

const VECTOR =
  'AAECAwQFBgcICQoLPCC0dKGc4CGvE/Lq1ZBYC+ykp12eCyoIGkvH5nIHdMBgc9qqyrNh8RvKXdeqtgoUzCoF/im/zLR28wgjOpDEzNweshOnvUNDJnbiL7/GLMQa/rASE0FpSo+Y/6gB0sS9bpVTkXZHUE+6HVmMjWsZ'
const VECTOR_NONCE = Buffer.from(Array.from({ length: 12 }, (_, index) => index))

/** What a device does, by another implementation. */
async function open(envelope: string, pushKey = PUSH_KEY): Promise<string> {
  const bytes = Buffer.from(envelope, 'base64')
  const key = await webcrypto.subtle.importKey('raw', Buffer.from(pushKey, 'base64'), 'AES-GCM', false, [
    'decrypt',
  ])
  const additionalData = new TextEncoder().encode('svc-push-v1')
  const algorithm = { name: 'AES-GCM', iv: bytes.subarray(0, 12), additionalData, tagLength: 128 }
  return new TextDecoder().decode(await webcrypto.subtle.decrypt(algorithm, key, bytes.subarray(12)))
}

const payload: PushPayload = {
  type: 'ready',
  sessionId: 's1',
  sessionName: 'Claude - project',
  url: '/sessions/s1',
  title: 'Claude - project',
  body: 'Done',
  severity: 'info',
  contractVersion: 1,
  notifySummary: '{"summary":"Done"}',
}
const opened = async (sealed: PushPayload) => {
  const envelope = sealPayload(sealed, PUSH_KEY)
  return envelope === undefined ? undefined : PushPayload.parse(JSON.parse(await open(envelope)))
}

describe('the published vector', () => {
  const fields = {
    type: 'ready',
    title: 'HAPI',
    body: 'Ready for input',
    sessionId: 's1',
    contractVersion: '1',
  }

  it('is reproduced byte for byte', () => {
    expect(seal(canonicalJson(fields), PUSH_KEY, VECTOR_NONCE)).toBe(VECTOR)
  })

  it('is opened by WebCrypto', async () => {
    expect(JSON.parse(await open(VECTOR))).toEqual(fields)
  })
})

describe('canonical JSON', () => {
  it.each([
    [{ b: 1, a: 2 }, '{"a":2,"b":1}'],
    [{ z: { y: 1, x: [{ b: 1, a: 2 }, 3] }, a: null }, '{"a":null,"z":{"x":[{"a":2,"b":1},3],"y":1}}'],
    [{ gone: undefined, text: 'a b\n"é😀' }, '{"text":"a b\\n\\"é😀"}'],
  ])('%j', (value, text) => {
    expect(canonicalJson(value)).toBe(text)
  })
})

describe('an envelope', () => {
  it('opens with the device key to the payload, its version a number', async () => {
    const envelope = sealPayload(payload, PUSH_KEY) as string
    const text = await open(envelope)
    expect(JSON.parse(text)).toEqual(payload)
    expect(text).toBe(canonicalJson(payload))
    expect(text).toContain('"contractVersion":1')
  })

  it('is another one each time', () => {
    const nonces = Array.from({ length: 50 }, () => sealPayload(payload, PUSH_KEY)?.slice(0, 16))
    expect(new Set(nonces).size).toBe(50)
  })

  it('does not open with another key', async () => {
    const other = Buffer.alloc(32, 9).toString('base64')
    await expect(open(sealPayload(payload, PUSH_KEY) as string, other)).rejects.toThrow()
  })
})

describe('the size ladder', () => {
  /** What of the plaintext's 2372 bytes is left for the body. */
  const spare = 2372 - Buffer.byteLength(canonicalJson({ ...payload, body: '' }))
  const { notifySummary: _, ...withoutSummary } = payload
  const spareWithoutSummary = 2372 - Buffer.byteLength(canonicalJson({ ...withoutSummary, body: '' }))

  it('keeps what takes exactly 3200 characters', async () => {
    const full = { ...payload, body: 'x'.repeat(spare) }
    expect(sealPayload(full, PUSH_KEY)).toHaveLength(ENVELOPE_MAX_CHARACTERS)
    expect(await opened(full)).toEqual(full)
  })

  it('first drops the summary', async () => {
    const body = 'x'.repeat(spare + 1)
    expect(await opened({ ...payload, body })).toEqual({ ...withoutSummary, body })
    const most = 'x'.repeat(spareWithoutSummary)
    expect(await opened({ ...payload, body: most })).toEqual({ ...withoutSummary, body: most })
  })

  it('then says only that there is something, for which session and request', async () => {
    const body = 'x'.repeat(spareWithoutSummary + 1)
    expect(await opened({ ...payload, body, requestId: 'r1' })).toEqual({
      type: 'ready',
      sessionId: 's1',
      requestId: 'r1',
      contractVersion: 1,
      title: 'Svc Hub',
      body: 'New activity',
    })
  })

  it('counts bytes, not characters', async () => {
    const body = '😀'.repeat(Math.ceil(spareWithoutSummary / 4) + 1)
    expect((await opened({ ...payload, body }))?.body).toBe('New activity')
  })

  it('gives up rather than cut the ids', () => {
    expect(sealPayload({ ...payload, sessionId: 's'.repeat(2400) }, PUSH_KEY)).toBeUndefined()
    expect(sealPayload({ ...payload, requestId: 'r'.repeat(2400) }, PUSH_KEY)).toBeUndefined()
  })
})
