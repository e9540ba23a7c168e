import type { Readable, Writable } from 'node:stream'

/** JSON messages over a pair of streams, each ended by the delimiter. */
export interface Messages {
  send(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
  /** The other side has gone. */
  onEnd(listener: () => void): void
}

/** Messages that arrive before the first listener are kept for it. */
export function messagesOver(from: Readable, to: Writable, delimiter: '\n' | '\0' = '\n'): Messages {
  const listeners: ((message: unknown) => void)[] = []
  let early: unknown[] = []
  let rest = ''
  from.setEncoding('utf8')
  from.on('data', (chunk: string) => {
    const [first = '', ...others] = chunk.split(delimiter)
    const parts = [rest + first, ...others]
    rest = parts.pop() ?? ''
    for (const part of parts) {
      const message: unknown = JSON.parse(part)
      if (listeners.length === 0) early.push(message)
      for (const listener of listeners) listener(message)
    }
  })
  // The other side may go at any moment; what that means is told by its end.
  for (const stream of new Set<Readable | Writable>([from, to])) stream.on('error', () => {})
  return {
    send(message) {
      if (to.writable) to.write(`${JSON.stringify(message)}${delimiter}`)
    },
    onMessage(listener) {
      listeners.push(listener)
      const waiting = early
      early = []
      for (const message of waiting) listener(message)
    },
    onEnd: (listener) => void from.once('close', listener),
  }
}
