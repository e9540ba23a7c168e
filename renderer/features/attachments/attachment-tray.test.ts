import { beforeEach, describe, expect, it } from 'vitest'
import { nextTurn } from '../../testing/factories.ts'
import { AttachmentTray } from './attachment-tray.ts'

const MAX_BYTES = 100

interface Sent {
  finish: PromiseWithResolvers<string>
  onProgress: (share: number) => void
  signal: AbortSignal
}

const file = (name: string, size = 3) =>
  Object.defineProperty(new File(['abc'], name, { type: 'text/plain' }), 'size', { value: size })

describe('AttachmentTray', () => {
  let sent: Sent[]
  let discarded: string[]
  let isReadable: boolean
  let tray: AttachmentTray
  const states = () => tray.snapshot().map(({ name, state }) => `${name} ${state}`)
  const only = () => tray.snapshot()[0]

  beforeEach(() => {
    sent = []
    discarded = []
    isReadable = true
    let ids = 0
    tray = new AttachmentTray({
      maxBytes: MAX_BYTES,
      read: async () => {
        if (!isReadable) throw new Error('gone')
        return new Blob()
      },
      upload: (_, options) => {
        const finish = Promise.withResolvers<string>()
        sent.push({ finish, ...options })
        return finish.promise
      },
      discard: async (path) => discarded.push(path),
      thumbnail: async ({ name }) => (name.endsWith('.png') ? 'data:image/webp;base64,x' : undefined),
      newId: () => {
        ids += 1
        return `a${ids}`
      },
    })
  })

  it('uploads files one after the other and hands them over once', async () => {
    tray.add([file('a.txt'), file('b.png')])
    await nextTurn()
    expect(states()).toEqual(['a.txt uploading', 'b.png reading'])
    sent[0]?.finish.resolve('/tmp/a')
    await nextTurn()
    sent[1]?.finish.resolve('/tmp/b')
    await nextTurn()
    expect(states()).toEqual(['a.txt ready', 'b.png ready'])
    expect(tray.take()).toEqual([
      { id: 'a1', filename: 'a.txt', mimeType: 'text/plain', size: 3, path: '/tmp/a' },
      {
        id: 'a2',
        filename: 'b.png',
        mimeType: 'text/plain',
        size: 3,
        path: '/tmp/b',
        previewUrl: 'data:image/webp;base64,x',
      },
    ])
    expect(tray.take()).toEqual([])
  })

  it('tells how far an upload is', async () => {
    tray.add([file('a')])
    await nextTurn()
    sent[0]?.onProgress(0.4)
    expect(only()?.progress).toBe(0.4)
  })

  it('takes a file of exactly the limit and refuses a larger one without sending it', async () => {
    tray.add([file('fits', MAX_BYTES), file('large', MAX_BYTES + 1)])
    await nextTurn()
    expect(states()).toEqual(['fits uploading', 'large failed'])
    expect(tray.snapshot()[1]?.problem).toEqual({ limitBytes: MAX_BYTES })
  })

  it('says when a file cannot be read', async () => {
    isReadable = false
    tray.add([file('folder')])
    await nextTurn()
    expect(only()?.problem).toBe('unreadable')
  })

  it('goes on with the next after a failure, and tries a failed one again on request', async () => {
    tray.add([file('a'), file('b')])
    await nextTurn()
    sent[0]?.finish.reject(new Error('503'))
    await nextTurn()
    expect(states()).toEqual(['a failed', 'b uploading'])
    sent[1]?.finish.resolve('/tmp/b')
    tray.retry('a1')
    await nextTurn()
    expect(states()).toEqual(['a uploading', 'b ready'])
  })

  it('stops an upload that is removed, and discards what arrived all the same', async () => {
    tray.add([file('a')])
    await nextTurn()
    tray.remove('a1')
    expect([sent[0]?.signal.aborted, states()]).toEqual([true, []])
    sent[0]?.finish.resolve('/tmp/a')
    await nextTurn()
    expect(discarded).toEqual(['/tmp/a'])
  })

  it('discards a removed file that the agent has', async () => {
    tray.add([file('a')])
    await nextTurn()
    sent[0]?.finish.resolve('/tmp/a')
    await nextTurn()
    tray.remove('a1')
    expect(discarded).toEqual(['/tmp/a'])
  })

  it('takes back what a message carried, and hands it over again without sending it', async () => {
    tray.restore([
      {
        id: 'old',
        filename: 'a.png',
        mimeType: 'image/png',
        size: 3,
        path: '/tmp/a',
        previewUrl: 'data:image/png;x',
      },
      {
        id: 'old',
        filename: 'b',
        mimeType: 'text/plain',
        size: 4,
        path: '/tmp/b',
        previewUrl: 'https://elsewhere',
      },
    ])
    tray.retry('a1')
    await nextTurn()
    expect([states(), sent]).toEqual([['a.png ready', 'b ready'], []])
    expect(tray.take()).toEqual([
      {
        id: 'a1',
        filename: 'a.png',
        mimeType: 'image/png',
        size: 3,
        path: '/tmp/a',
        previewUrl: 'data:image/png;x',
      },
      { id: 'a2', filename: 'b', mimeType: 'text/plain', size: 4, path: '/tmp/b' },
    ])
  })

  it('discards one that was taken back and removed', async () => {
    tray.restore([{ id: 'old', filename: 'a', mimeType: 'text/plain', size: 3, path: '/tmp/a' }])
    tray.remove('a1')
    expect([states(), discarded]).toEqual([[], ['/tmp/a']])
  })

  it('keeps failed files when the others are taken', async () => {
    tray.add([file('large', MAX_BYTES + 1)])
    expect([tray.take(), states()]).toEqual([[], ['large failed']])
  })

  it('shortens a name the hub would refuse, keeping its ending', () => {
    tray.add([file(`${'x'.repeat(300)}.png`)])
    expect(only()?.name.length).toBeLessThanOrEqual(255)
    expect(only()?.name.endsWith('.png')).toBe(true)
  })
})
