import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FILE_RPC } from '../../../contract/file.ts'
import { AgentFailed } from '../../errors.ts'
import { GeneratedImages } from '../../files/generated-images.ts'
import { SessionFiles } from '../../files/session-files.ts'
import { closeHttpApps, json, startHttpApp } from '../../testing/http-app.ts'
import { LifecycleRoom } from '../../testing/lifecycle-room.ts'
import { fileRoutes } from './files.ts'

let room: LifecycleRoom
let app: Awaited<ReturnType<typeof startHttpApp>>
let id: string

beforeEach(async () => {
  room = new LifecycleRoom()
  id = room.session()
  const { link, sessions } = room
  app = await startHttpApp(
    fileRoutes({
      sessions,
      files: new SessionFiles({ link }),
      generatedImages: new GeneratedImages({ link }),
    }),
  )
})
afterEach(closeHttpApps)

const get = async (path: string, session = id) => json(await app.call(`/api/sessions/${session}/${path}`))
const calls = () => room.link.calls.map(({ method, params }) => [method, params])

const output = { success: true, stdout: 'out', stderr: 'err', exitCode: 0 }
const file = { success: true, content: 'aGk=', size: 2, modified: 5 }
const directory = {
  success: true,
  entries: [
    { name: 'a', type: 'directory' },
    { name: 'b', type: 'file', size: 1, modified: 2 },
  ],
}

/** Route, the method and parameters it asks the CLI with, and an answer that is passed on as it is. */
const ROUTES: [string, string, object, object][] = [
  ['git-status', 'git-status', { cwd: '/w' }, output],
  ['git-diff-numstat', 'git-diff-numstat', { cwd: '/w' }, output],
  ['git-diff-numstat?staged=true', 'git-diff-numstat', { cwd: '/w', staged: true }, output],
  ['git-diff-numstat?staged=false', 'git-diff-numstat', { cwd: '/w', staged: false }, output],
  ['git-diff-file?path=src%2Fa.ts', 'git-diff-file', { cwd: '/w', filePath: 'src/a.ts' }, output],
  ['git-diff-file?path=a&staged=true', 'git-diff-file', { cwd: '/w', filePath: 'a', staged: true }, output],
  ['file?path=src%2Fa.ts', 'readFile', { path: 'src/a.ts' }, file],
  ['directory', 'listDirectory', { path: '' }, directory],
  ['directory?path=', 'listDirectory', { path: '' }, directory],
  ['directory?path=src', 'listDirectory', { path: 'src' }, directory],
]

describe.each(ROUTES)('GET %s', (path, method, params, answer) => {
  it('answers what the CLI said, also for an inactive session', async () => {
    room.handle(id, method, () => answer)
    expect(await get(path)).toEqual({ status: 200, body: answer })
    expect(calls()).toEqual([[method, params]])
  })

  it.each([
    [
      'the CLI refused',
      () => ({ success: false, error: 'Access denied: outside' }),
      'Access denied: outside',
    ],
    ['the CLI has no handler', undefined, expect.stringMatching(/not offer this/)],
    [
      'the CLI does not answer',
      () => {
        throw new AgentFailed('The agent did not answer in time')
      },
      'The agent did not answer in time',
    ],
    ['the answer cannot be read', () => 'hm', expect.stringMatching(/cannot be read/)],
  ])('answers 200 with the envelope when %s', async (_, handler, error) => {
    if (handler) room.handle(id, method, handler)
    expect(await get(path)).toEqual({ status: 200, body: { success: false, error } })
  })

  it('asks nobody about a session without a path', async () => {
    const pathless = room.sessions.createOrLoad('default', { tag: 't', metadata: { host: 'h' } }).id
    expect(await get(path, pathless)).toEqual({
      status: 200,
      body: { success: false, error: 'Session path not available' },
    })
    expect(calls()).toEqual([])
  })
})

it('keeps what a failed git command printed', async () => {
  const answer = {
    success: false,
    stdout: '',
    stderr: 'fatal: not a git repository',
    exitCode: 128,
    error: 'failed',
  }
  room.handle(id, FILE_RPC.gitStatus, () => ({ ...answer, more: 1 }))
  expect((await get('git-status')).body).toEqual(answer)
})

it.each([
  ['file', 'Invalid file path'],
  ['file?path=', 'Invalid file path'],
  ['file?path=a&path=b', 'Invalid file path'],
  [`file?path=${'x'.repeat(4097)}`, 'Invalid file path'],
  ['git-diff-file', 'Invalid file path'],
  ['git-diff-file?path=a&staged=yes', 'Invalid query'],
  ['git-diff-numstat?staged=1', 'Invalid query'],
  ['git-diff-numstat?staged=', 'Invalid query'],
  ['git-diff-numstat?staged=TRUE', 'Invalid query'],
  ['files?limit=0', 'Invalid query'],
  ['files?limit=501', 'Invalid query'],
  ['files?limit=1.5', 'Invalid query'],
  ['files?limit=ten', 'Invalid query'],
  [`files?query=${'x'.repeat(1025)}`, 'Invalid query'],
])('answers 400 to %s and asks nobody', async (path, error) => {
  expect(await get(path)).toMatchObject({ status: 400, body: { error } })
  expect(calls()).toEqual([])
})

describe('file search', () => {
  const stdout = 'README.md\nsrc/App.ts\nsrc/app.test.ts\n'
  const names = async (path: string) =>
    (await get(path)).body.files.map(({ fullPath }: { fullPath: string }) => fullPath)

  it('asks ripgrep, keeps what the query means, and joins what the CLI knows of each', async () => {
    room.handle(id, FILE_RPC.ripgrep, () => ({ success: true, exitCode: 0, stdout, stderr: '' }))
    room.handle(id, FILE_RPC.statFiles, () => ({
      success: true,
      entries: [{ path: 'src/app.test.ts', size: 7, modified: 9 }, { path: 'src/App.ts' }],
    }))
    expect(await get('files?query=%20APP%20')).toEqual({
      status: 200,
      body: {
        success: true,
        files: [
          { fileName: 'App.ts', filePath: 'src', fullPath: 'src/App.ts', fileType: 'file' },
          {
            fileName: 'app.test.ts',
            filePath: 'src',
            fullPath: 'src/app.test.ts',
            fileType: 'file',
            size: 7,
            modified: 9,
          },
        ],
      },
    })
    const search = {
      args: ['--files', '--iglob', '*APP*'],
      cwd: '/w',
      fileSearch: { query: 'APP', limit: 200 },
    }
    expect(calls()).toEqual([
      ['ripgrep', search],
      ['statFiles', { paths: ['src/App.ts', 'src/app.test.ts'] }],
    ])
  })

  it('without a query finds any files', async () => {
    room.handle(id, FILE_RPC.ripgrep, () => ({ success: true, stdout }))
    expect(await names('files')).toEqual(['README.md', 'src/App.ts', 'src/app.test.ts'])
    expect(calls()[0]).toEqual(['ripgrep', { args: ['--files'], cwd: '/w' }])
  })

  it.each([
    ['?limit=1', 1],
    ['?limit=500', 500],
    ['', 200],
  ])('of many files with %j gives %i', async (query, count) => {
    const many = Array.from({ length: 600 }, (_, n) => `f${n}`).join('\n')
    room.handle(id, FILE_RPC.ripgrep, () => ({ success: true, stdout: many }))
    expect(await names(`files${query}`)).toHaveLength(count)
    expect(room.called(FILE_RPC.statFiles)[0].paths).toHaveLength(count)
  })

  it.each([
    ['the CLI cannot tell sizes', undefined],
    ['the sizes cannot be read', () => ({ success: false, error: 'no' })],
  ])('is still a search when %s', async (_, handler) => {
    room.handle(id, FILE_RPC.ripgrep, () => ({ success: true, stdout }))
    if (handler) room.handle(id, FILE_RPC.statFiles, handler)
    expect(await names('files?query=readme')).toEqual(['README.md'])
  })

  it('that finds nothing is not a failure, and asks for no sizes', async () => {
    room.handle(id, FILE_RPC.ripgrep, () => ({ success: false, exitCode: 1, stdout: '', stderr: '' }))
    expect((await get('files?query=x')).body).toEqual({ success: true, files: [] })
    expect(room.called(FILE_RPC.statFiles)).toEqual([])
  })

  it.each([
    [{ success: false, error: 'rg is missing' }, 'rg is missing'],
    [{ success: false, exitCode: 2, stderr: 'bad glob' }, 'bad glob'],
  ])('that failed says %j', async (answer, error) => {
    room.handle(id, FILE_RPC.ripgrep, () => answer)
    expect(await get('files?query=x')).toEqual({ status: 200, body: { success: false, error } })
  })

  it('asks nobody about a session without a path', async () => {
    const pathless = room.sessions.createOrLoad('default', { tag: 't', metadata: { host: 'h' } }).id
    expect((await get('files', pathless)).body).toEqual({
      success: false,
      error: 'Session path not available',
    })
  })
})

describe('generated images', () => {
  const path = (imageId = 'img-1') => `/api/sessions/${id}/generated-images/${encodeURIComponent(imageId)}`
  const image = (more: object = {}) =>
    room.handle(id, FILE_RPC.readGeneratedImage, () => ({
      success: true,
      content: Buffer.from([0xff, 0, 1]).toString('base64'),
      mimeType: 'image/png',
      fileName: 'sun rise.png',
      ...more,
    }))

  it('come as their bytes, named, tagged and for keeping', async () => {
    image()
    const { status, bytes, headers } = await app.call(path())
    expect({ status, bytes }).toEqual({ status: 200, bytes: Buffer.from([0xff, 0, 1]) })
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': 'inline; filename="sun%20rise.png"',
      etag: '"img-1"',
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-length': '3',
    })
    expect(calls()).toEqual([['readGeneratedImage', { id: 'img-1' }]])
  })

  it.each(['', '!!!not base64!!!', 'YQ'])(
    'are not answered, and so not kept, when the agent sent %j',
    async (content) => {
      image({ content })
      expect((await app.call(path())).status).toBe(404)
    },
  )

  it.each([
    ['image/svg+xml', 'a.svg', 'inline; filename="a.svg"'],
    ['video/mp4', 'a.mp4', 'inline; filename="a.mp4"'],
    ['audio/ogg', 'a.ogg', 'inline; filename="a.ogg"'],
    [undefined, undefined, 'inline; filename="generated-media"'],
    ['text/html', 'a.html', 'attachment; filename="a.html"'],
    ['application/pdf', '', 'attachment; filename="generated-media"'],
    ['image/png', 'a"\r\nX: y.png', 'inline; filename="a%22%0D%0AX%3A%20y.png"'],
  ])('of type %j called %j are %s', async (mimeType, fileName, disposition) => {
    image({ mimeType, fileName })
    expect((await app.call(path())).headers['content-disposition']).toBe(disposition)
  })

  it('cannot run as a page of ours', async () => {
    image({ mimeType: 'image/svg+xml' })
    expect((await app.call(path())).headers['content-security-policy']).toMatch(/; sandbox$/)
  })

  it.each(['"img-1"', 'W/"img-1"', '"x", "img-1"', '*'])(
    'are not sent, nor asked for, to who has %s',
    async (tag) => {
      const { status, text, headers } = await app.call(path(), { headers: { 'if-none-match': tag } })
      expect({ status, text, etag: headers.etag, cache: headers['cache-control'] }).toEqual({
        status: 304,
        text: '',
        etag: '"img-1"',
        cache: 'private, max-age=31536000, immutable',
      })
      expect(calls()).toEqual([])
    },
  )

  it('are sent to who has another one', async () => {
    image()
    expect((await app.call(path(), { headers: { 'if-none-match': '"img-2"' } })).status).toBe(200)
  })

  it('have a tag fit for a header whatever their id', async () => {
    image()
    expect((await app.call(path('a"\nb'))).headers.etag).toBe('"a%22%0Ab"')
    expect(calls()).toEqual([['readGeneratedImage', { id: 'a"\nb' }]])
  })

  it.each([
    ['the CLI has none', () => ({ success: false, error: 'Image not found' }), 'Image not found'],
    ['the CLI has no handler', undefined, expect.stringMatching(/not offer this/)],
    ['the answer cannot be read', () => null, expect.stringMatching(/cannot be read/)],
  ])('are 404 as JSON when %s', async (_, handler, error) => {
    if (handler) room.handle(id, FILE_RPC.readGeneratedImage, handler)
    expect(json(await app.call(path()))).toEqual({ status: 404, body: { success: false, error } })
  })

  it('of another namespace are refused, also to who has them', async () => {
    id = room.session({}, { namespace: 'team' })
    expect(json(await app.call(path(), { headers: { 'if-none-match': '*' } }))).toEqual({
      status: 403,
      body: { error: 'Session access denied' },
    })
  })
})

it.each([...ROUTES.map(([path]) => [path]), ['files']])('refuses %s of another namespace', async (path) => {
  expect(await get(path, room.session({}, { namespace: 'team' }))).toEqual({
    status: 403,
    body: { error: 'Session access denied' },
  })
})
