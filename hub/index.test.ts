import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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

function start(env: Record<string, string> = {}) {
  const output = { stdout: '', stderr: '' }
  child = fork(join(import.meta.dirname, 'index.ts'), {
    silent: true,
    env: { ...process.env, SVC_HOME: home, SVC_LISTEN_PORT: String(port), CLI_API_TOKEN: token, ...env },
  })
  child.stdout?.on('data', (chunk: Buffer) => {
    output.stdout += chunk
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    output.stderr += chunk
  })
  return {
    output,
    exited: once(child, 'exit') as Promise<[number | null]>,
    /** After the last output; never comes once the channel was disconnected. */
    closed: once(child, 'close') as Promise<[number | null]>,
    told: once(child, 'message') as Promise<[unknown]>,
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
    expect(await told).toEqual([{ type: 'ready', origin }, undefined])
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
    const [report] = await told
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
