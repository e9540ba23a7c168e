import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

export interface BotCall {
  method: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into parameters of any shape
  params: any
}

/** The HTTP API of the messaging platform for one bot, with updates that a test sends. */
export class FakeBotPlatform {
  readonly token: string
  readonly origin: string
  readonly calls: BotCall[] = []
  /** Answers a method instead of success: status and description. */
  readonly failures = new Map<string, { status: number; description: string }>()
  readonly #close: () => Promise<void>
  #updates: object[] = []
  #poll: ((updates: object[]) => void) | undefined
  #waiting: { method: string; resolve: (call: BotCall) => void }[] = []
  #messageId = 100
  #updateId = 1

  private constructor(token: string, origin: string, close: () => Promise<void>) {
    this.token = token
    this.origin = origin
    this.#close = close
  }

  static async open(token = '12345:test-bot'): Promise<FakeBotPlatform> {
    const server = createServer((request, response) => void platform.#serve(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const platform = new FakeBotPlatform(token, `http://127.0.0.1:${port}`, () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      return closed
    })
    return platform
  }

  /** The next call of a method from now on. */
  next(method: string): Promise<BotCall> {
    return new Promise((resolve) => this.#waiting.push({ method, resolve }))
  }

  sent(method: string): BotCall['params'][] {
    return this.calls.filter((call) => call.method === method).map(({ params }) => params)
  }

  /** A user presses a button of a message. */
  press(userId: number, data: string, message: { message_id: number; text: string; date: number }): void {
    const from = { id: userId, is_bot: false, first_name: 'U' }
    const chat = { id: userId, type: 'private', first_name: 'U' }
    this.#push({ callback_query: { id: 'c', from, chat_instance: 'i', data, message: { ...message, chat } } })
  }

  /** A user writes to the bot. */
  write(userId: number, text: string, chatType: 'private' | 'group' = 'private'): void {
    const from = { id: userId, is_bot: false, first_name: 'U' }
    const chat = { id: userId, type: chatType, first_name: 'U' }
    this.#push({ message: { message_id: 1, date: 1, from, chat, text } })
  }

  close(): Promise<void> {
    return this.#close()
  }

  #push(update: object): void {
    this.#updates.push({ update_id: this.#updateId, ...update })
    this.#updateId += 1
    this.#flush()
  }

  #flush(): void {
    if (!this.#poll || this.#updates.length === 0) return
    this.#poll(this.#updates)
    this.#poll = undefined
    this.#updates = []
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, bot, method = ''] = request.url?.split('/') ?? []
    const params = await json(request).catch(() => ({}))
    const answer = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    if (bot !== `bot${this.token}`) {
      answer(401, { ok: false, error_code: 401, description: 'Unauthorized' })
      return
    }
    const call = { method, params }
    this.calls.push(call)
    const failure = this.failures.get(method)
    if (failure) {
      answer(failure.status, { ok: false, error_code: failure.status, description: failure.description })
    } else if (method === 'getUpdates') {
      this.#answerPoll(params as { timeout?: number }, (result) => answer(200, { ok: true, result }))
    } else
      answer(200, { ok: true, result: this.#resultOf(method, params as { chat_id?: number; text?: string }) })
    this.#waiting = this.#waiting.filter(({ method: wanted, resolve }) => {
      if (wanted === method) resolve(call)
      return wanted !== method
    })
  }

  /** Without a timeout at once, else when an update comes. */
  #answerPoll({ timeout }: { timeout?: number }, answer: (updates: object[]) => void): void {
    if (!timeout) {
      answer([])
      return
    }
    this.#poll = answer
    this.#flush()
  }

  #resultOf(method: string, { chat_id: id, text }: { chat_id?: number; text?: string }): unknown {
    if (method === 'getMe') return { id: 1, is_bot: true, first_name: 'Hub', username: 'hub_bot' }
    if (method !== 'sendMessage') return true
    this.#messageId += 1
    return { message_id: this.#messageId, date: 1, chat: { id, type: 'private' }, text }
  }
}
