import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { chromium, type Page } from '@playwright/test'
import type { Launched } from './desktop-app.ts'
import { messagesOver } from './electron-double/messages.ts'

export interface LaunchOptions {
  /** Folder of the app; its package.json names the built main process. */
  app: string
  args: string[]
  env: Record<string, string>
  cwd: string
}

interface Answer {
  id: number
  value?: unknown
  error?: string
}

/** What Node needs to run an app in the double. */
export function doubleArguments(app: string): string[] {
  const { main } = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8')) as { main: string }
  const hook = join(import.meta.dirname, 'electron-double', 'hook.ts')
  return ['--disable-warning=ExperimentalWarning', '--import', hook, join(app, main)]
}

/** Runs the main process in plain Node, with the double in the place of Electron. */
export async function launchDouble({ app, args, env, cwd }: LaunchOptions): Promise<Launched> {
  const child = spawn(process.execPath, [...doubleArguments(app), ...args], {
    cwd,
    env: { ...env, SVC_TEST_CHANNEL: '1' },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  const [, stdout, stderr, channel] = child.stdio as unknown as [null, Duplex, Duplex, Duplex]
  let output = ''
  for (const stream of [stdout, stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  const ended = new Promise<number | null>((resolve) => void child.once('close', resolve))
  const ask = askOver(channel)
  return {
    launcher: 'double',
    pid: child.pid ?? 0,
    ask,
    page: async () => await findPage((await ask('endpoint')) as string),
    ended,
    output: () => output,
    kill: (signal) => void child.kill(signal),
  }
}

function askOver(channel: Duplex): Launched['ask'] {
  const messages = messagesOver(channel, channel)
  const pending = new Map<number, PromiseWithResolvers<unknown>>()
  let lastId = 0
  let hasEnded = false
  messages.onMessage((message) => {
    const { id, value, error } = message as Answer
    const answer = pending.get(id)
    pending.delete(id)
    if (error === undefined) answer?.resolve(value)
    else answer?.reject(new Error(error))
  })
  messages.onEnd(() => {
    hasEnded = true
    for (const { reject } of pending.values()) reject(new Error('The app has ended'))
  })
  return (method, ...args) => {
    if (hasEnded) return Promise.reject(new Error('The app has ended'))
    const answer = Promise.withResolvers<unknown>()
    lastId += 1
    pending.set(lastId, answer)
    messages.send({ id: lastId, method, args })
    return answer.promise
  }
}

/** Playwright joins the Chromium that the double started for its windows; its end is not ours to bring about. */
async function findPage(endpoint: string): Promise<Page> {
  const browser = await chromium.connectOverCDP(endpoint)
  const [context] = browser.contexts()
  if (!context) throw new Error('Chromium has no context')
  return context.pages()[0] ?? (await context.waitForEvent('page'))
}
