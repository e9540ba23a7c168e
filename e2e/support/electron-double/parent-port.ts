import { Socket } from 'node:net'
import { messagesOver } from './messages.ts'

/* Runs first in a process that the double forked: gives it Electron's `process.parentPort`. */

const PORT = 3
const socket = new Socket({ fd: PORT, readable: true, writable: true })
const messages = messagesOver(socket, socket)
// A utility process never outlives the app.
messages.onEnd(() => process.kill(process.pid, 'SIGKILL'))

Object.assign(process, {
  type: 'utility',
  parentPort: {
    postMessage: messages.send,
    on(event: string, listener: (event: { data: unknown }) => void) {
      if (event !== 'message') throw new Error(`The double of electron has no event "${event}" of parentPort`)
      messages.onMessage((data) => listener({ data }))
    },
  },
})
