import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A recording as a service got it. */
export interface HeardRecording {
  path: string | undefined
  authorization: string | undefined
  model: string | undefined
  language: string | undefined
  fileName: string | undefined
  contentType: string | undefined
  /** Bytes of the whole form. */
  size: number
}

/** A speech service that speaks OpenAI's protocol, and hears what a test says. */
export class FakeSpeech {
  readonly heard: HeardRecording[] = []
  /** What it answers next and from then on. */
  answer: { status: number; body: unknown } = { status: 200, body: { text: '' } }
  readonly #server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const form = Buffer.concat(chunks)
    const text = form.toString('latin1')
    this.heard.push({
      path: request.url,
      authorization: request.headers.authorization,
      model: /name="model"\r\n\r\n(.*)\r\n/.exec(text)?.[1],
      language: /name="language"\r\n\r\n(.*)\r\n/.exec(text)?.[1],
      fileName: /name="file"; filename="(.*)"/.exec(text)?.[1],
      contentType: /filename=.*\r\nContent-Type: (.*)\r\n/i.exec(text)?.[1],
      size: form.length,
    })
    response.writeHead(this.answer.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(this.answer.body))
  })

  /** Listens on a loopback port of its own. */
  static async start(): Promise<FakeSpeech> {
    const speech = new FakeSpeech()
    speech.#server.listen(0, '127.0.0.1')
    await once(speech.#server, 'listening')
    return speech
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Hears `text` in every recording. */
  hear(text: string): void {
    this.answer = { status: 200, body: { text } }
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }
}
