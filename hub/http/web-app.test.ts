import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closeHttpApps, startHttpApp } from '../testing/http-app.ts'
import type { RawHttp } from '../testing/raw-http.ts'
import { serveWebApp } from './web-app.ts'

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
let parent: string
let folder: string
let server: RawHttp

beforeEach(async () => {
  parent = mkdtempSync(join(tmpdir(), 'svc-web-app-'))
  folder = join(parent, 'renderer')
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(parent, 'secret.txt'), 'secret')
  writeFileSync(join(folder, '.built'), 'stamp')
  writeFileSync(join(folder, 'index.html'), '<!doctype html>')
  writeFileSync(join(folder, 'sw.js'), 'worker')
  writeFileSync(join(folder, 'manifest.webmanifest'), '{}')
  writeFileSync(join(folder, 'assets', 'index-a1B2c3_D.js'), 'script')
  server = (await startHttpApp([], { webApp: serveWebApp(folder) })).server
})

afterEach(async () => {
  await closeHttpApps()
  rmSync(parent, { recursive: true, force: true })
})

it.each(['/', '/?hub=a&token=b', '/index.html', '/sessions/1', '/deep/er/path?x=1'])(
  'serves the app to a browser that asks for %s, never from a stale cache',
  async (path) => {
    const answer = await server.send(path, { headers: html })
    expect([answer.status, answer.text]).toEqual([200, '<!doctype html>'])
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
    })
  },
)

it('serves hashed assets for ever, other files afresh', async () => {
  const asset = await server.send('/assets/index-a1B2c3_D.js')
  expect([asset.status, asset.text]).toEqual([200, 'script'])
  expect(asset.headers['content-type']).toMatch(/javascript/)
  expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect((await server.send('/sw.js')).headers['cache-control']).toBe('no-cache')
})

it.each([
  ['/sw.js', /^(text|application)\/javascript/],
  ['/manifest.webmanifest', /^application\/manifest\+json/],
])('serves %s as what it is, and has it asked for again each time', async (path, type) => {
  const { status, headers } = await server.send(path)
  expect([status, headers['cache-control'], headers['x-content-type-options']]).toEqual([
    200,
    'no-cache',
    'nosniff',
  ])
  expect(headers['content-type']).toMatch(type)
})

it('lets the page install its own worker and manifest, and nobody else’s', async () => {
  const policy = (await server.send('/', { headers: html })).headers['content-security-policy'] as string
  expect(policy.split('; ')).toEqual(expect.arrayContaining(["worker-src 'self'", "manifest-src 'self'"]))
  expect(policy).not.toContain('*')
})

it('answers 304 to who has the file already', async () => {
  const { etag = '' } = (await server.send('/', { headers: html })).headers
  const again = await server.send('/', { headers: { ...html, 'if-none-match': etag } })
  expect([again.status, again.bytes.length]).toEqual([304, 0])
})

it('answers HEAD without a body', async () => {
  const head = await server.send('/', { method: 'HEAD', headers: html })
  expect([head.status, head.headers['content-length'], head.bytes.length]).toEqual([200, '15', 0])
})

it.each([
  '/../secret.txt',
  '/..%2fsecret.txt',
  '/%2e%2e/secret.txt',
  '/assets/../../secret.txt',
  '/..%5csecret.txt',
  '/.built',
  '/assets',
  '/index.html%00.js',
  '/%E0%A4%A',
  '/assets/missing-a1B2c3_D.js',
  '/missing.png',
])('answers 404 JSON to %s', async (path) => {
  const answer = await server.send(path)
  expect([answer.status, JSON.parse(answer.text)]).toEqual([404, { error: 'Not found' }])
})

it.each(['/cli/x', '/socket.io/x', '/api'])('does not stand in for %s', async (path) => {
  expect((await server.send(path, { headers: html })).text).not.toContain('doctype')
})

it('serves nothing to other methods', async () => {
  expect((await server.send('/', { method: 'POST', headers: html })).status).toBe(404)
})

it('forbids foreign scripts, connections and frames', async () => {
  const policy = (await server.send('/', { headers: html })).headers['content-security-policy'] as string
  const directives = policy.split('; ')
  expect(directives).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self'",
      "img-src 'self' data: blob:",
      "frame-ancestors 'none'",
    ]),
  )
})

describe('in a frame', () => {
  const PAGES = ['/', '/sessions/1', '/?startapp=session_1', '/assets/index-a1B2c3_D.js']
  const framing = async (path: string, accept = html.accept) => {
    const { headers } = await server.send(path, { headers: { accept } })
    const directives = (headers['content-security-policy'] as string).split('; ')
    return [headers['x-frame-options'], directives.filter((each) => each.startsWith('frame-ancestors'))]
  }

  it.each(PAGES)('of anybody %s is refused', async (path) => {
    expect(await framing(path)).toEqual(['DENY', ["frame-ancestors 'none'"]])
  })

  describe('as a mini-app', () => {
    beforeEach(async () => {
      server = (await startHttpApp([], { webApp: serveWebApp(folder, { isMiniApp: true }) })).server
    })

    it.each(PAGES)('%s is shown by the messaging platform’s own page, and by no other', async (path) => {
      const alone = [undefined, ['frame-ancestors https://web.telegram.org']]
      expect(await framing(path)).toEqual(alone)
    })

    it('lets nobody frame what is no page', async () => {
      for (const path of ['/api/sessions', '/missing.png', '/health']) {
        expect(await framing(path, '*/*')).toEqual(['DENY', ["frame-ancestors 'none'"]])
      }
    })
  })
})

it('says in a sentence that the app was not built', async () => {
  rmSync(folder, { recursive: true })
  const answer = await server.send('/', { headers: html })
  expect([answer.status, answer.headers['content-type']]).toEqual([503, 'text/plain; charset=utf-8'])
  expect(answer.text).toContain('npm run build')
})
