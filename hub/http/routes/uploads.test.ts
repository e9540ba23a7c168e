import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { UPLOAD_MAX_BYTES, UPLOAD_RPC } from '../../../contract/upload.ts'
import { FOREIGN, HubScene, type SceneAgent } from '../../testing/hub-scene.ts'

let scene: HubScene
let agent: SceneAgent
beforeAll(async () => {
  scene = await HubScene.open()
})
afterAll(() => scene.close())
beforeEach(async () => {
  agent = await scene.session()
})

const file = { filename: 'a.txt', content: 'aGVsbG8=', mimeType: 'text/plain' }
const upload = (body: unknown = file, id = agent.id) => scene.raw('POST', `/api/sessions/${id}/upload`, body)
const remove = (body: unknown, id = agent.id) => scene.raw('POST', `/api/sessions/${id}/upload/delete`, body)

describe('an upload', () => {
  it('goes to the CLI as it came, and its path comes back', async () => {
    await agent.serve(UPLOAD_RPC.uploadFile, () => ({ success: true, path: '/blobs/a.txt', more: 1 }))
    expect(await upload()).toEqual({ status: 200, body: { success: true, path: '/blobs/a.txt' } })
    expect(agent.calls).toEqual([{ method: 'uploadFile', params: { sessionId: agent.id, ...file } }])
  })

  it('of 50 MB arrives whole, and one of a byte more is refused', async () => {
    let received = Buffer.alloc(0)
    agent.socket.handle(UPLOAD_RPC.uploadFile, (params) => {
      received = Buffer.from((params as { content: string }).content, 'base64')
      return { success: true, path: '/blobs/large' }
    })
    await agent.flush()
    const bytes = Buffer.alloc(UPLOAD_MAX_BYTES + 1)
    for (let at = 0; at < bytes.length; at += 4) bytes.writeUInt32LE(at, Math.min(at, bytes.length - 4))
    const sized = (length: number) => ({ ...file, content: bytes.subarray(0, length).toString('base64') })
    expect(await upload(sized(UPLOAD_MAX_BYTES))).toMatchObject({ status: 200, body: { success: true } })
    expect(received.equals(bytes.subarray(0, UPLOAD_MAX_BYTES))).toBe(true)
    received = Buffer.alloc(0)
    expect(await upload(sized(UPLOAD_MAX_BYTES + 1))).toEqual({
      status: 413,
      body: { success: false, error: 'File too large (max 50MB)' },
    })
    expect(received).toHaveLength(0)
  })

  it.each([
    ['no base64', { ...file, content: 'not base64!' }],
    ['no content', { filename: 'a', mimeType: 'text/plain' }],
    ['no name', { ...file, filename: '' }],
    ['a name of 256 characters', { ...file, filename: 'x'.repeat(256) }],
    ['a type of 256 characters', { ...file, mimeType: 'x'.repeat(256) }],
    ['no JSON', 'file'],
  ])('with %s is answered 400, and the CLI is not asked', async (_, body) => {
    await agent.serve(UPLOAD_RPC.uploadFile, () => ({ success: true, path: '/p' }))
    expect(await upload(body)).toMatchObject({
      status: 400,
      body: { success: false, error: expect.any(String) },
    })
    expect(agent.calls).toEqual([])
  })

  it.each([
    ['the CLI refuses', () => ({ success: false, error: 'Disk full' }), 'Disk full'],
    ['the CLI fails', () => ({ error: 'broken' }), 'broken'],
    ['the CLI has no handler', undefined, expect.stringMatching(/not offer this/)],
    ['the answer cannot be read', () => ({ success: true }), expect.stringMatching(/cannot be read/)],
  ])('is answered 200 with the envelope when %s', async (_, handler, error) => {
    if (handler) await agent.serve(UPLOAD_RPC.uploadFile, handler)
    expect(await upload()).toEqual({ status: 200, body: { success: false, error } })
  })

  it('to an inactive session is 409, whatever its body', async () => {
    const id = await scene.asleep()
    const inactive = { status: 409, body: { error: 'Session is inactive', code: 'session_inactive' } }
    expect([await upload(file, id), await upload('no JSON', id)]).toEqual([inactive, inactive])
  })

  it('to a session of another namespace or to none is refused', async () => {
    const foreign = await scene.session({ namespace: FOREIGN })
    expect([await upload(file, foreign.id), await upload(file, 'nobody')]).toEqual([
      { status: 403, body: { error: 'Session access denied' } },
      { status: 404, body: { error: 'Session not found' } },
    ])
  })
})

describe('deleting an upload', () => {
  it('is left to the CLI', async () => {
    await agent.serve(UPLOAD_RPC.deleteUpload, () => ({ success: true }))
    expect(await remove({ path: '/blobs/a.txt' })).toEqual({ status: 200, body: { success: true } })
    expect(agent.calls).toEqual([
      { method: 'deleteUpload', params: { sessionId: agent.id, path: '/blobs/a.txt' } },
    ])
  })

  it('answers the envelope when the CLI refuses or cannot', async () => {
    const missing = await remove({ path: '/p' })
    await agent.serve(UPLOAD_RPC.deleteUpload, () => ({ success: false, error: 'Access denied' }))
    expect([missing, await remove({ path: '/p' })]).toEqual([
      { status: 200, body: { success: false, error: expect.stringMatching(/not offer this/) } },
      { status: 200, body: { success: false, error: 'Access denied' } },
    ])
  })

  it.each([[{}], [{ path: '' }], [{ path: 5 }], [{ path: 'x'.repeat(4097) }]])(
    'answers 400 to %j',
    async (body) => {
      expect(await remove(body)).toEqual({ status: 400, body: { error: 'Invalid body' } })
    },
  )

  it('is 409 for an inactive session', async () => {
    expect(await remove({ path: '/p' }, await scene.asleep())).toEqual({
      status: 409,
      body: { error: 'Session is inactive', code: 'session_inactive' },
    })
  })
})
