import type { CDPSession } from '@playwright/test'
import type { Messages } from './messages.ts'

type Send = CDPSession['send']
type On = CDPSession['on']

/** A session of the Chrome DevTools Protocol: the browser's own, or a page's. */
export interface CdpSession {
  send: Send
  on: On
}

interface Answer {
  id?: number
  sessionId?: string
  method?: string
  params?: unknown
  result?: unknown
  error?: { message: string }
}

interface Pending {
  method: string
  resolve(result: unknown): void
  reject(error: Error): void
}

/** Speaks the DevTools protocol with a browser over a pipe, with flat sessions. */
export class Cdp {
  readonly browser: CdpSession
  readonly #messages: Messages
  readonly #pending = new Map<number, Pending>()
  readonly #listeners = new Map<string, ((params: unknown) => void)[]>()
  #lastId = 0

  constructor(messages: Messages) {
    this.#messages = messages
    this.browser = this.session(undefined)
    messages.onMessage((message) => this.#receive(message as Answer))
    messages.onEnd(() => {
      for (const { method, reject } of this.#pending.values()) reject(new Error(`${method}: Chromium ended`))
      this.#pending.clear()
    })
  }

  session(sessionId: string | undefined): CdpSession {
    const send = (method: string, params: object = {}) =>
      new Promise<unknown>((resolve, reject) => {
        const id = ++this.#lastId
        this.#pending.set(id, { method, resolve, reject })
        this.#messages.send({ id, method, params, ...(sessionId !== undefined && { sessionId }) })
      })
    const on = (event: string, listener: (params: unknown) => void) => {
      const key = `${sessionId ?? ''} ${event}`
      this.#listeners.set(key, [...(this.#listeners.get(key) ?? []), listener])
    }
    return { send: send as Send, on: on as unknown as On }
  }

  #receive({ id, sessionId, method, params, result, error }: Answer): void {
    if (id === undefined) {
      for (const listener of this.#listeners.get(`${sessionId ?? ''} ${method}`) ?? []) listener(params)
      return
    }
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    if (error) pending?.reject(new Error(`${pending.method}: ${error.message}`))
    else pending?.resolve(result)
  }
}
