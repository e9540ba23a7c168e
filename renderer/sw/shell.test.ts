import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Handling, handlingOf, Shell, type ShellFiles } from './shell.ts'

const ORIGIN = 'https://hub.example'
const FILES = ['/assets/first-a1B2c3_D.js', '/manifest.webmanifest', '/icons/icon-192.png']

describe('a request', () => {
  const navigate = { method: 'GET', mode: 'navigate' } as const
  const load = { method: 'GET', mode: 'cors' } as const
  it.each<[string, Handling, Pick<Request, 'method' | 'mode'>]>([
    ['/', 'page', navigate],
    ['/sessions/1/files?path=a.ts', 'page', navigate],
    ['/?hub=https://hub.example&token=secret', 'page', navigate],
    ['/assets/first-a1B2c3_D.js', 'file', load],
    ['/assets/older-a1B2c3_D.js', 'file', load],
    ['/icons/icon-192.png', 'file', load],
    ['/', 'none', load],
    ['/api/sessions', 'none', load],
    ['/api/events?token=secret', 'none', navigate],
    ['/api', 'none', navigate],
    ['/cli/sessions', 'none', navigate],
    ['/socket.io/?EIO=4', 'none', load],
    ['/health', 'none', navigate],
    ['/healthy', 'page', navigate],
    ['/sw.js', 'none', load],
    ['/unknown.txt', 'none', navigate],
    ['/', 'none', { ...navigate, method: 'POST' }],
    ['https://elsewhere.example/assets/first-a1B2c3_D.js', 'none', load],
  ])('for %s is answered from: %s', (url, handling, request) => {
    const asked = { ...request, url: new URL(url, ORIGIN).href }
    expect(handlingOf(asked, ORIGIN, new Set(FILES))).toBe(handling)
  })
})

/** A browser's caches, as far as the shell uses them. */
class FakeCaches {
  readonly all = new Map<string, Map<string, Response>>()

  async open(name: string) {
    const entries = this.all.get(name) ?? new Map<string, Response>()
    this.all.set(name, entries)
    return {
      put: async (path: string, response: Response) => void entries.set(path, response),
      match: async (path: string) => entries.get(path)?.clone(),
    }
  }

  async keys() {
    return [...this.all.keys()]
  }

  async delete(name: string) {
    return this.all.delete(name)
  }

  async match(path: string) {
    for (const entries of this.all.values()) if (entries.has(path)) return entries.get(path)?.clone()
    return undefined
  }
}

let caches: FakeCaches
let hub: Map<string, string>
let asked: [string, RequestCache | undefined][]
beforeEach(() => {
  caches = new FakeCaches()
  asked = []
  hub = new Map([['/', '<page>'], ...FILES.map((path) => [path, `content of ${path}`] as const)])
})

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

function shellOf(changes: Partial<ShellFiles> = {}): Shell {
  const fetch = async (input: unknown, init?: RequestInit) => {
    const path = typeof input === 'string' ? input : new URL((input as Request).url).pathname
    asked.push([path, init?.cache])
    const text = hub.get(path)
    return new Response(text ?? 'nothing', {
      status: text === undefined ? 404 : 200,
      headers: { 'content-security-policy': "default-src 'none'" },
    })
  }
  const files = { version: 'v1', files: FILES, pageSha256: sha256('<page>'), ...changes }
  return new Shell(caches as unknown as CacheStorage, fetch as typeof globalThis.fetch, files)
}

const request = (path: string) => new Request(ORIGIN + path)
const textOf = async (response: Promise<Response>) => (await response).text()

describe('the shell', () => {
  it('answers page and files without the hub, with the headers they came with', async () => {
    const shell = shellOf()
    await shell.fill()
    hub.clear()
    const page = await shell.page(request('/sessions/1'))
    expect([await page.text(), page.headers.get('content-security-policy')]).toEqual([
      '<page>',
      "default-src 'none'",
    ])
    expect(await textOf(shell.file(request('/icons/icon-192.png?x=1')))).toBe(
      'content of /icons/icon-192.png',
    )
  })

  it('keeps nothing but the files of the build', async () => {
    const shell = shellOf()
    await shell.fill()
    await shell.page(request('/?token=secret'))
    await shell.file(request('/assets/other-a1B2c3_D.js'))
    const kept = [...caches.all.values()].flatMap((entries) => [...entries.keys()])
    expect(kept.sort()).toEqual(['/', ...FILES].sort())
  })

  it('asks past the browser’s cache for files that keep their name', async () => {
    await shellOf().fill()
    expect(new Map(asked)).toEqual(
      new Map([
        ['/assets/first-a1B2c3_D.js', 'default'],
        ['/manifest.webmanifest', 'reload'],
        ['/icons/icon-192.png', 'reload'],
        ['/', 'reload'],
      ]),
    )
  })

  it.each([
    ['a file is missing', () => hub.delete('/icons/icon-192.png')],
    ['another page answers in its place', () => hub.set('/', '<sign in to this network>')],
  ])('is not taken for whole when %s', async (_, change) => {
    change()
    await expect(shellOf().fill()).rejects.toThrow()
  })

  it('takes over the hashed files that the build before had too', async () => {
    await shellOf().fill()
    asked = []
    await shellOf({ version: 'v2' }).fill()
    expect(asked.map(([path]) => path)).not.toContain('/assets/first-a1B2c3_D.js')
  })

  it('forgets all builds but its own and the one before', async () => {
    for (const version of ['v1', 'v2', 'v3']) await shellOf({ version }).fill()
    await caches.open('of somebody else')
    await shellOf({ version: 'v3' }).dropOlder()
    expect(await caches.keys()).toEqual(['svc-hub-shell-v2', 'svc-hub-shell-v3', 'of somebody else'])
  })

  it('still has the files of the build before, for windows of it', async () => {
    await shellOf().fill()
    hub = new Map([['/', '<new page>']])
    const next = shellOf({ version: 'v2', files: [], pageSha256: sha256('<new page>') })
    await next.fill()
    hub.clear()
    expect([
      await textOf(next.file(request('/assets/first-a1B2c3_D.js'))),
      await textOf(next.page(request('/'))),
    ]).toEqual(['content of /assets/first-a1B2c3_D.js', '<new page>'])
  })

  it('asks the hub for what the browser has thrown away', async () => {
    expect(await textOf(shellOf().page(request('/')))).toBe('<page>')
  })
})
