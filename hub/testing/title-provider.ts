import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

export interface TitleQuestion {
  path: string | undefined
  authorization: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape
  body: any
}

/** A service that speaks chat completions, on a port of its own, and answers what the test says. */
export class FakeTitleProvider {
  readonly questions: TitleQuestion[] = []
  /** What is answered: a status, and a body that is text or becomes JSON. */
  answer: () => { status?: number; body: unknown } | Promise<{ status?: number; body: unknown }> = () => ({
    body: saying('A title'),
  })
  readonly #server: Server

  private constructor() {
    this.#server = createServer((request, response) => void this.#serve(request, response))
  }

  static async start(): Promise<FakeTitleProvider> {
    const provider = new FakeTitleProvider()
    const { promise, resolve } = Promise.withResolvers<void>()
    provider.#server.listen(0, '127.0.0.1', resolve)
    await promise
    return provider
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`
  }

  says(content: unknown): void {
    this.answer = () => ({ body: saying(content) })
  }

  async close(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#server.close(() => resolve())
    this.#server.closeAllConnections()
    await promise
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url: path, headers } = request
    this.questions.push({ path, authorization: headers.authorization, body: await json(request) })
    const { status = 200, body } = await this.answer()
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
}

/** An answer in which the model says this. */
export const saying = (content: unknown) => ({ choices: [{ message: { role: 'assistant', content } }] })
