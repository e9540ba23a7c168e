import { io } from 'socket.io-client'
import { CLI_NAMESPACE, SOCKET_PATH } from '../../contract/cli-plane.ts'

interface Hub {
  origin: string
  token: string
}

/** Requests under way at once, and messages between two answers of the hub. */
const AT_ONCE = 20
const BATCH = 1000

/** Makes `count` sessions, called `Crowd 1` and so on, as agents do when they begin; resolves to their ids. */
export async function makeSessions({ origin, token }: Hub, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let first = 0; first < count; first += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, count - first) }, (_, index) => first + index + 1)
    ids.push(...(await Promise.all(numbers.map((number) => makeSession({ origin, token }, number)))))
  }
  return ids
}

async function makeSession({ origin, token }: Hub, number: number): Promise<string> {
  const metadata = {
    path: `/home/alex/projects/crowd-${number % 20}`,
    host: 'crowd',
    name: `Crowd ${number}`,
    flavor: 'claude',
  }
  const response = await fetch(`${origin}/cli/sessions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tag: `crowd-${number}`, metadata, agentState: null }),
  })
  const { session } = (await response.json()) as { session: { id: string } }
  return session.id
}

/** The session's agent says `Line 1` to `Line <count>`; resolves when the hub has stored them all. */
export async function saySo({ origin, token }: Hub, sessionId: string, count: number): Promise<void> {
  const socket = io(origin + CLI_NAMESPACE, {
    path: SOCKET_PATH,
    auth: { token, clientType: 'session-scoped', sessionId },
    transports: ['websocket'],
    forceNew: true,
  })
  try {
    for (let line = 1; line <= count; line++) {
      const data = { type: 'message', message: `Line ${line}` }
      socket.emit('message', { sid: sessionId, message: { role: 'agent', content: { type: 'codex', data } } })
      if (line % BATCH === 0 || line === count) await socket.emitWithAck('ping')
    }
  } finally {
    socket.disconnect()
  }
}
