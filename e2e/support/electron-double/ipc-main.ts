import { requireJson } from './json.ts'
import { strict } from './strict.ts'

type Handler = (event: { sender: object; senderFrame: object | null }, ...args: unknown[]) => unknown

/** As Electron names its own, for who wants to call a handler from outside. */
const _invokeHandlers = new Map<string, Handler>()

export const ipcMain = strict('ipcMain', {
  _invokeHandlers,
  handle(channel: string, handler: Handler): void {
    if (_invokeHandlers.has(channel)) {
      throw new Error(`Attempted to register a second handler for '${channel}'`)
    }
    _invokeHandlers.set(channel, handler)
  },
})

/** Answers a call of a page as Electron does. @throws with the words that the page is told */
export async function answerCall(
  { channel, args }: { channel: string; args: unknown[] },
  event: { sender: object; senderFrame: object | null },
): Promise<unknown> {
  try {
    const handler = _invokeHandlers.get(channel)
    if (!handler) throw new Error(`No handler registered for '${channel}'`)
    return requireJson(await handler(event, ...args))
  } catch (error) {
    throw new Error(`Error invoking remote method '${channel}': ${error}`)
  }
}
