import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  getGeneratedImage,
  getGitDiffFile,
  getGitDiffNumstat,
  getGitStatus,
  listSessionDirectory,
  readSessionFile,
  searchSessionFiles,
} from '../../contract/file.ts'
import {
  checkPathsExist,
  getAgentAvailability,
  listMachineDirectory,
  listMachines,
  renameMachine,
  restartRunner,
  spawnSession,
} from '../../contract/machine.ts'
import { deleteUpload, uploadFile } from '../../contract/upload.ts'
import {
  ANY_ERROR,
  ConformanceScene,
  check,
  coded,
  INACTIVE,
  INVALID_BODY,
  INVALID_QUERY,
  OK,
  type Row,
} from '../testing/conformance-scene.ts'

const FAILED = { success: false, error: expect.any(String) }
const GIT = { success: true, stdout: 'out', stderr: '', exitCode: 0 }
const NO_PATH = { success: false, error: 'Session path not available' }
const INVALID_PATH = { error: 'Invalid file path', issues: expect.anything() }

let hub: ConformanceScene
beforeAll(async () => {
  hub = await ConformanceScene.open()
  const away = await hub.runner('away', { supervisedRestart: true })
  away.socket.close()
  hub.scene.hub.clock.advance(60_000)
  const runner = await hub.runner('m', { supervisedRestart: true })
  await runner.serve('stop-runner', () => ({ message: 'Bye' }))
  const roots = await hub.runner('roots', { workspaceRoots: ['/w'] })
  const outside = { type: 'error', errorMessage: 'Outside', code: 'outside_workspace_roots' }
  await roots.serve('spawn-happy-session', () => outside)
  await roots.serve('path-exists', () => ({ exists: { '/w': true }, outsideWorkspaceRoots: ['/x'] }))
  const plain = await hub.runner('failing')
  for (const method of ['spawn-happy-session', 'list-directory', 'path-exists', 'agent-availability']) {
    await plain.serve(method, () => {
      throw new Error('EACCES')
    })
  }
  const agentless = await hub.runner('agentless')
  const unavailable = { type: 'error', errorMessage: 'No codex', code: 'agent_unavailable', agent: 'codex' }
  await agentless.serve('spawn-happy-session', () => unavailable)
  await hub.runner('old', { capabilities: [] })
  await hub.begin('active')
  await hub.begin('nowhere', { metadata: { path: undefined } })
  await hub.store('asleep')
  const failing = await hub.begin('failing agent')
  const methods = ['git-status', 'git-diff-numstat', 'git-diff-file', 'readFile', 'ripgrep', 'listDirectory']
  for (const method of [...methods, 'uploadFile', 'deleteUpload', 'readGeneratedImage']) {
    await failing.serve(method, () => {
      throw new Error('EACCES')
    })
  }
})
afterAll(() => hub.close())

const row = (words: string, ask: Row[1], status: number, body: unknown): Row => [words, ask, status, body]

describe('Machines and spawning', () => {
  const rename = (displayName: unknown) => () => hub.ask(renameMachine, { id: 'm', body: { displayName } })
  const spawn =
    (body: object, id = 'm') =>
    () =>
      hub.ask(spawnSession, { id, body })
  const exist =
    (paths: unknown, id = 'm') =>
    () =>
      hub.ask(checkPathsExist, { id, body: { paths } })
  const many = (count: number) => Array.from({ length: count }, (_, n) => `/${n}`)
  const spawned = { type: 'success', sessionId: 'spawned' }
  const refused = (more: object = {}) => ({ type: 'error', message: expect.any(String), ...more })
  const everything = {
    directory: '/w',
    agent: 'agentB',
    model: 'm',
    effort: 'high',
    modelReasoningEffort: 'high',
    yolo: true,
    permissionMode: 'yolo',
    sessionType: 'worktree',
    worktreeName: 'w',
    serviceTier: 'fast',
    collaborationMode: 'plan',
    copilotAgentMode: 'plan',
    startingMode: 'remote',
  }

  it.each<Row>([
    row('GET /api/machines', () => hub.ask(listMachines), 200, {
      machines: expect.arrayContaining([expect.objectContaining({ id: 'm', active: true })]),
    }),
    row('PATCH displayName', rename('n'), 200, OK),
    row('PATCH displayName, 64 characters', rename('n'.repeat(64)), 200, OK),
    row('PATCH displayName, 64 when trimmed', rename(` ${'n'.repeat(64)} `), 200, OK),
    row('PATCH displayName, 65', rename('n'.repeat(65)), 400, {
      error: expect.stringMatching(/^Invalid body/),
      issues: expect.anything(),
    }),
    row('PATCH displayName, empty clears it', rename(''), 200, OK),
    row('GET agent-availability', () => hub.ask(getAgentAvailability, { id: 'm' }), 200, {
      agents: [{ agent: 'codex', available: false, reason: 'not_found' }],
    }),
    row(
      'GET agent-availability, 409 on old runners',
      () => hub.ask(getAgentAvailability, { id: 'old' }),
      409,
      coded('runner_upgrade_required'),
    ),
    row(
      'GET agent-availability, failed',
      () => hub.ask(getAgentAvailability, { id: 'failing' }),
      200,
      FAILED,
    ),
    row('POST spawn', spawn({ directory: '/w' }), 200, spawned),
    row('POST spawn, with everything', spawn(everything), 200, spawned),
    row('POST spawn, no directory', spawn({}), 400, INVALID_BODY),
    row('POST spawn, another session type', spawn({ directory: '/w', sessionType: 'x' }), 400, INVALID_BODY),
    row('POST spawn, agentI remote', spawn(starting('agentI', 'remote')), 200, spawned),
    row('POST spawn, agentI pty', spawn(starting('agentI', 'pty')), 400, INVALID_BODY),
    row('POST spawn, failed', spawn({ directory: '/w' }, 'failing'), 200, refused()),
    row(
      'POST spawn, agent_unavailable',
      spawn({ directory: '/w', agent: 'codex' }, 'agentless'),
      200,
      refused({ code: 'agent_unavailable', agent: 'codex' }),
    ),
    row(
      'POST spawn, runner_upgrade_required',
      spawn({ directory: '/w' }, 'old'),
      200,
      refused({ code: 'runner_upgrade_required' }),
    ),
    row(
      'POST spawn, outside_workspace_roots',
      spawn({ directory: '/x' }, 'roots'),
      200,
      refused({ code: 'outside_workspace_roots' }),
    ),
    row(
      'POST list-directory',
      () => hub.ask(listMachineDirectory, { id: 'm', body: { path: '/w', includeHidden: true } }),
      200,
      { success: true, entries: [{ name: 'a', type: 'directory', isGitRepo: true }] },
    ),
    row(
      'POST list-directory, failed',
      () => hub.ask(listMachineDirectory, { id: 'failing', body: { path: '/w' } }),
      200,
      FAILED,
    ),
    row('POST paths/exists', exist(['/w']), 200, { exists: { '/w': true } }),
    row('POST paths/exists, outside the roots', exist(['/w', '/x'], 'roots'), 200, {
      exists: { '/w': true },
      outsideWorkspaceRoots: ['/x'],
    }),
    row('POST paths/exists, 1000 paths', exist(many(1000)), 200, { exists: expect.any(Object) }),
    row('POST paths/exists, 1001 paths', exist(many(1001)), 400, INVALID_BODY),
    row('POST paths/exists, failed', exist(['/w'], 'failing'), 200, FAILED),
    row('POST restart-runner', () => hub.ask(restartRunner, { id: 'm', body: {} }), 200, {
      message: expect.any(String),
    }),
    row(
      'POST restart-runner, unknown error',
      () => hub.ask(restartRunner, { id: 'failing', body: {} }),
      502,
      coded('restart_unsupported'),
    ),
    row(
      'POST restart-runner, machine_not_found',
      () => hub.ask(restartRunner, { id: 'none', body: {} }),
      404,
      coded('machine_not_found'),
    ),
    row(
      'POST restart-runner, machine_offline',
      () => hub.ask(restartRunner, { id: 'away', body: {} }),
      503,
      coded('machine_offline'),
    ),
  ])('%s', check)
})

function starting(agent: string, startingMode: string) {
  return { directory: '/w', agent, startingMode }
}

describe('Git and files', () => {
  const staged = (value: string) => () =>
    hub.ask(getGitDiffNumstat, { id: 'active', query: { staged: value } })
  const search = (query: Record<string, string | number>) => () =>
    hub.ask(searchSessionFiles, { id: 'active', query })
  const found = { fileName: 'a.ts', filePath: 'src', fullPath: 'src/a.ts', fileType: 'file' }
  const files = { success: true, files: [found] }
  const directory = { success: true, entries: [{ name: 'a', type: 'file', size: 1, modified: 2 }] }

  it.each<Row>([
    row('GET git-status', () => hub.ask(getGitStatus, { id: 'active' }), 200, GIT),
    row('GET git-diff-numstat', () => hub.ask(getGitDiffNumstat, { id: 'active' }), 200, GIT),
    row('GET git-diff-numstat, staged=true', staged('true'), 200, GIT),
    row('GET git-diff-numstat, staged=false', staged('false'), 200, GIT),
    row('GET git-diff-numstat, staged=maybe', staged('maybe'), 400, INVALID_QUERY),
    row('GET git-diff-file', () => hub.ask(getGitDiffFile, { id: 'active', query: { path: 'a' } }), 200, GIT),
    row('GET git-diff-file, no path', () => hub.ask(getGitDiffFile, { id: 'active' }), 400, INVALID_PATH),
    row('GET file', () => hub.ask(readSessionFile, { id: 'active', query: { path: 'a' } }), 200, {
      success: true,
      content: 'YQ==',
      size: 1,
      modified: 2,
    }),
    row('GET file, no path', () => hub.ask(readSessionFile, { id: 'active' }), 400, INVALID_PATH),
    row('GET files', search({}), 200, files),
    row('GET files, query and limit 1', search({ query: 'a', limit: 1 }), 200, files),
    row('GET files, limit 500', search({ limit: 500 }), 200, files),
    row('GET files, limit 0', search({ limit: 0 }), 400, INVALID_QUERY),
    row('GET files, limit 501', search({ limit: 501 }), 400, INVALID_QUERY),
    row('GET directory', () => hub.ask(listSessionDirectory, { id: 'active' }), 200, directory),
    row(
      'GET directory, empty path',
      () => hub.ask(listSessionDirectory, { id: 'active', query: { path: '' } }),
      200,
      directory,
    ),
  ])('%s', check)

  const wrapped = [
    getGitStatus,
    getGitDiffNumstat,
    getGitDiffFile,
    readSessionFile,
    searchSessionFiles,
    listSessionDirectory,
  ]
  it.each(wrapped.map((endpoint) => [endpoint.path, endpoint] as const))(
    'GET %s is a 200 with success false without a path, when the command fails and without a CLI',
    async (_, endpoint) => {
      const query = { path: 'a' }
      expect([
        await hub.ask(endpoint, { id: 'nowhere', query }),
        await hub.ask(endpoint, { id: 'failing agent', query }),
        await hub.ask(endpoint, { id: 'asleep', query }),
      ]).toEqual([
        { status: 200, body: NO_PATH },
        { status: 200, body: FAILED },
        { status: 200, body: FAILED },
      ])
    },
  )
})

describe('Generated images', () => {
  const path = (imageId: string, id = 'active') =>
    getGeneratedImage.path.replace(':id', hub.id(id)).replace(':imageId', imageId)

  it('GET: raw bytes with their headers', async () => {
    const { status, body, headers } = await hub.scene.api.raw('GET', path('i1'))
    const names = ['content-type', 'content-disposition', 'etag', 'cache-control']
    expect([status, body, ...names.map((name) => headers.get(name))]).toEqual([
      200,
      'a',
      'image/png',
      'inline; filename="i.png"',
      '"i1"',
      'private, max-age=31536000, immutable',
    ])
  })

  it('GET: 304 when If-None-Match matches', async () => {
    const answer = await hub.scene.raw('GET', path('i1'), undefined, { 'if-none-match': '"i1"' })
    expect(answer).toEqual({ status: 304, body: '' })
  })

  it('GET: a missing one is a 404 in JSON', async () => {
    const answer = await hub.scene.raw('GET', path('i1', 'failing agent'))
    expect(answer).toEqual({ status: 404, body: FAILED })
  })
})

describe('Uploads', () => {
  const FILE = { filename: 'a', content: 'YQ==', mimeType: 'text/plain' }
  const upload =
    (body: object, id = 'active') =>
    () =>
      hub.ask(uploadFile, { id, body })
  const remove =
    (body: object, id = 'active') =>
    () =>
      hub.ask(deleteUpload, { id, body })

  it.each<Row>([
    row('POST upload', upload(FILE), 200, { success: true, path: '/tmp/a' }),
    row('POST upload, no file name', upload({ ...FILE, filename: '' }), 400, {
      ...ANY_ERROR,
      success: false,
    }),
    row('POST upload, not base64', upload({ ...FILE, content: '?' }), 400, { ...ANY_ERROR, success: false }),
    row('POST upload, inactive', upload(FILE, 'asleep'), 409, INACTIVE),
    row('POST upload, failed', upload(FILE, 'failing agent'), 200, FAILED),
    row('POST upload/delete', remove({ path: '/tmp/a' }), 200, { success: true }),
    row('POST upload/delete, no path', remove({}), 400, { error: 'Invalid body' }),
    row('POST upload/delete, inactive', remove({ path: '/tmp/a' }, 'asleep'), 409, INACTIVE),
    row('POST upload/delete, failed', remove({ path: '/tmp/a' }, 'failing agent'), 200, FAILED),
  ])('%s', check)
})
