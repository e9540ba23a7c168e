import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const token = 'q1Zp-0hTnV3xKc_mB8yRw5sJ2dLgE7uA4fWoXiNtYbk'
let home: string
let blocker: Server
let port: number
let child: ChildProcess

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'svc-index-'))
  blocker = createServer()
  await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve))
  port = (blocker.address() as { port: number }).port
})

afterEach(() => {
  child.kill('SIGKILL')
  blocker.close()
  rmSync(home, { recursive: true, force: true })
})

function start(env: Record<string, string> = {}, args: string[] = []) {
  const output = { stdout: '', stderr: '' }
  child = fork(join(import.meta.dirname, 'index.ts'), args, {
    silent: true,
    env: { ...process.env, SVC_HOME: home, SVC_LISTEN_PORT: String(port), CLI_API_TOKEN: token, ...env },
  })
  child.stdout?.on('data', (chunk: Buffer) => {
    output.stdout += chunk
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    output.stderr += chunk
  })
  const begun = Promise.withResolvers<object>()
  const waiting = Promise.withResolvers<object>()
  child.on('message', (message: { type?: string }) => {
    if (message.type === 'waiting') waiting.resolve(message)
    else begun.resolve(message)
  })
  return {
    output,
    exited: once(child, 'exit') as Promise<[number | null]>,
    /** After the last output; never comes once the channel was disconnected. */
    closed: once(child, 'close') as Promise<[number | null]>,
    /** That it runs, or why it does not. */
    told: begun.promise,
    /** What waits for the person; may come before it is ready. */
    waiting: waiting.promise,
  }
}

describe('a hub that starts', () => {
  it.each([
    ['SIGTERM', () => child.kill('SIGTERM')],
    ['SIGINT', () => child.kill('SIGINT')],
    ["the parent's stop message", () => child.send({ type: 'stop' })],
    ["the parent's end", () => child.disconnect()],
  ])('says where it listens and ends cleanly on %s', async (_, stop) => {
    await new Promise((resolve) => blocker.close(resolve))
    const { output, exited, told } = start()
    const origin = `http://127.0.0.1:${port}`
    expect(await told).toEqual({ type: 'ready', origin })
    expect((await fetch(`${origin}/health`)).status).toBe(200)
    stop()
    expect((await exited)[0]).toBe(0)
    expect(output.stdout).toContain(origin)
    expect(output.stdout).not.toContain(token.slice(0, 5))
    await expect(fetch(`${origin}/health`)).rejects.toThrow('fetch failed')
  })
})

describe('a hub that cannot start', () => {
  it('names a taken port in one sentence and ends with 1', async () => {
    const { output, closed, told } = start()
    const report = await told
    expect((await closed)[0]).toBe(1)
    expect(output.stderr).toMatch(/^Another program already listens at 127\.0\.0\.1:\d+: .*\n$/)
    expect(report).toEqual({ type: 'failed', message: output.stderr.trim() })
  })

  it('names a bad setting in one sentence and ends with 1', async () => {
    const path = join(home, 'settings.json')
    writeFileSync(path, '{"listenPort": "many"}')
    const { output, closed } = start()
    expect((await closed)[0]).toBe(1)
    expect(output.stderr).toBe(
      `The setting "listenPort" in ${path} (environment variable SVC_LISTEN_PORT) must be a whole number from 1 to 65535, not "many".\n`,
    )
  })

  it('adds the stack when debugging', async () => {
    const { output, closed } = start({ SVC_LISTEN_PORT: '0', SVC_LOG_LEVEL: 'debug' })
    expect((await closed)[0]).toBe(1)
    expect(output.stderr).toMatch(/SVC_LISTEN_PORT[\s\S]+\n\s+at /)
  })
})

describe('a hub that the desktop shell started', () => {
  const shell = { SVC_DESKTOP_SHELL: '1' }
  const facts = () => ({
    dataFolder: home,
    settingsPath: join(home, 'settings.json'),
    databasePath: join(home, 'hub.db'),
  })

  it('tells it the code of the owner, and what waits', async () => {
    await new Promise((resolve) => blocker.close(resolve))
    const { told, waiting } = start(shell)
    expect(await told).toEqual({
      type: 'ready',
      origin: `http://127.0.0.1:${port}`,
      accessToken: token,
      warnings: [],
      ...facts(),
      listenHost: '127.0.0.1',
      listenPort: port,
    })
    expect(await waiting).toEqual({ type: 'waiting', items: [], working: [] })
  })

  it('listens at the port the person chose, and keeps it in the settings', async () => {
    await new Promise((resolve) => blocker.close(resolve))
    const settings = { cliApiToken: token, listenPort: 1 }
    writeFileSync(join(home, 'settings.json'), JSON.stringify(settings))
    const { told } = start({ ...shell, SVC_LISTEN_PORT: '2' }, [`--keep-port=${port}`])
    expect(await told).toMatchObject({ type: 'ready', origin: `http://127.0.0.1:${port}` })
    expect(JSON.parse(readFileSync(join(home, 'settings.json'), 'utf8'))).toEqual({
      ...settings,
      listenPort: port,
    })
  })

  it('keeps no port it could not have', async () => {
    writeFileSync(join(home, 'settings.json'), JSON.stringify({ cliApiToken: token, listenPort: 1 }))
    const { told, closed } = start(shell, [`--keep-port=${port}`])
    expect(await told).toMatchObject({
      type: 'failed',
      code: 'port-taken',
      listenPort: port,
      ...facts(),
    })
    await closed
    expect(JSON.parse(readFileSync(join(home, 'settings.json'), 'utf8')).listenPort).toBe(1)
  })

  it.each([
    ['{"listenPort": "many"}', 'settings-unreadable'],
    ['{"fromTheFuture": 1}', 'settings-newer'],
    ['{', 'settings-unreadable'],
  ])('tells it which kind of trouble %s is, and leaves the file', async (text, code) => {
    const path = join(home, 'settings.json')
    writeFileSync(path, text)
    const { told } = start(shell)
    expect(await told).toMatchObject({ type: 'failed', code, message: expect.any(String), ...facts() })
    expect(readFileSync(path, 'utf8')).toBe(text)
  })
})
