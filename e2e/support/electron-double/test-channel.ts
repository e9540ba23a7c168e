import { Socket } from 'node:net'
import { app } from './app.ts'
import { chromium } from './chromium.ts'
import { messagesOver } from './messages.ts'

const CHANNEL = 3

interface Question {
  id: number
  method: string
  args: unknown[]
}

type Probe = Record<string, (...args: unknown[]) => unknown>

/** Answers the test: its questions to the probe, and where Playwright finds the windows. */
export function serveTest(): void {
  const socket = new Socket({ fd: CHANNEL, readable: true, writable: true })
  const messages = messagesOver(socket, socket)
  // Without the test nobody would end this app.
  messages.onEnd(() => process.kill(process.pid, 'SIGKILL'))
  const { svcDesktopProbe: probe } = globalThis as unknown as { svcDesktopProbe: Probe }
  messages.onMessage((message) => {
    const { id, method, args } = message as Question
    const answer = async () =>
      method === 'endpoint' ? (await chromium(app.getPath('userData'))).endpoint : probe[method]?.(...args)
    answer().then(
      (value) => messages.send({ id, value }),
      (error: Error) => messages.send({ id, error: error.message }),
    )
  })
}
