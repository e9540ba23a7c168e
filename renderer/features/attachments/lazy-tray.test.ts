import { expect, it } from 'vitest'
import { AttachmentTray } from './attachment-tray.ts'
import { LazyTray } from './lazy-tray.ts'

const realTray = () =>
  new AttachmentTray({
    maxBytes: 0,
    read: async () => new Blob(),
    upload: async () => '/tmp/a',
    discard: async () => {},
    thumbnail: async () => undefined,
    newId: () => crypto.randomUUID(),
  })
const names = (tray: LazyTray) => tray.snapshot().map(({ name }) => name)

it('loads once, with the first file', async () => {
  let loads = 0
  const tray = new LazyTray(async () => {
    loads += 1
    return realTray()
  })
  await tray.add([])
  expect([loads, tray.snapshot(), tray.take()]).toEqual([0, [], []])
  let changes = 0
  tray.subscribe(() => {
    changes += 1
  })
  await Promise.all([tray.add([new File(['a'], 'a')]), tray.add([new File(['b'], 'b')])])
  expect([loads, names(tray), changes > 0]).toEqual([1, ['a', 'b'], true])
})

it('loads for files that are given back, too', async () => {
  const tray = new LazyTray(async () => realTray())
  await tray.restore([{ id: 'old', filename: 'a', mimeType: 'text/plain', size: 1, path: '/tmp/a' }])
  expect(names(tray)).toEqual(['a'])
})

it('can be tried again after it could not be loaded', async () => {
  let isOnline = false
  const tray = new LazyTray(async () => {
    if (!isOnline) throw new Error('offline')
    return realTray()
  })
  await expect(tray.add([new File(['a'], 'a')])).rejects.toThrow('offline')
  isOnline = true
  await tray.add([new File(['a'], 'a')])
  expect(names(tray)).toEqual(['a'])
})
