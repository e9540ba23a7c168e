import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AgentFailed, AgentUnreachable } from '../errors.ts'
import { type Ack, type LinkedAgent, LinkedAgents } from '../testing/linked-agents.ts'
import { heard } from '../testing/socket-host.ts'
import { VERBATIM_ROOM_BYTES, type VerbatimText } from './verbatim.ts'

let agents: LinkedAgents
beforeEach(async () => {
  agents = await LinkedAgents.start()
})
afterEach(() => agents.close())

type Request = { method: string; params: string }

async function worker(answer: (request: Request, ack: Ack) => void, options = {}): Promise<LinkedAgent> {
  const made = await agents.connect(options)
  made.client.on('rpc-request', answer)
  agents.link.register(made.socket, 's:work')
  return made
}

/** The text at the start of a buffer with room behind it, and how often it was made a string. */
function textOf(content: string, room = VERBATIM_ROOM_BYTES): VerbatimText & { timesRead: () => number } {
  const bytes = Buffer.alloc(content.length + room, '#')
  bytes.write(content, 'latin1')
  let reads = 0
  bytes.toString = (...args) => {
    reads += 1
    return Buffer.prototype.toString.apply(bytes, args)
  }
  return { bytes, lengthBytes: content.length, timesRead: () => reads }
}

const call = (params: object, text: VerbatimText) =>
  agents.link.call('s', 'work', params, { verbatim: { key: 'content', text } })

/** Calls a CLI that answers, and returns what it was asked. */
async function asked(params: object, text: VerbatimText, options = {}): Promise<Request> {
  const made = await worker((_request, ack) => ack('null'), options)
  const request = heard<Request>(made.client, 'rpc-request')
  await call(params, text)
  return request
}

/** A client that has come through a proxy. */
const DEFLATED = { extraHeaders: { 'X-Forwarded-For': '192.0.2.7' } }

const CONTENT = 'abc+/123=='

describe('a call with a verbatim text', () => {
  it.each([
    ['plain names', { filename: 'a.png' }],
    ['quotes, backslashes and line ends', { filename: '"a\\b"\n\t\u0000\u2028' }],
    ['every plane of Unicode', { filename: 'Größe 日本 🎈 é' }],
    ['lone surrogates', { filename: '\ud800 x \udfff' }],
    ['a name that looks like the text', { filename: '"content":"' }],
    ['no other parameters', {}],
  ])('arrives as any other does, with %s', async (_, params) => {
    expect(await asked(params, textOf(CONTENT))).toEqual({
      method: 's:work',
      params: JSON.stringify({ ...params, content: CONTENT }),
    })
  })

  // Around the lengths at which a frame's header grows, which counts some sixty bytes beside the text.
  const sizes = [0, 1, 40, 60, 80, 100, 125, 126, 65_400, 65_460, 65_500, 65_535, 65_536, 3_000_000]
  it.each(sizes)('arrives whole with a text of %i bytes', async (size) => {
    const content = 'x'.repeat(size)
    const { params } = await asked({ filename: 'a' }, textOf(content))
    expect(JSON.parse(params)).toEqual({ filename: 'a', content })
  })

  it('writes the bytes of the text as they are', async () => {
    const text = textOf(CONTENT)
    await asked({}, text)
    expect(text.timesRead()).toBe(0)
  })

  it('writes them as they are on a connection that deflates, too', async () => {
    const text = textOf('x'.repeat(100_000))
    const { params } = await asked({}, text, DEFLATED)
    expect([JSON.parse(params).content.length, text.timesRead()]).toEqual([100_000, 0])
  })

  it('needs no room behind the text', async () => {
    const { params } = await asked({}, textOf(CONTENT, 0))
    expect(JSON.parse(params)).toEqual({ content: CONTENT })
  })

  it('writes to no more of the room than it says', async () => {
    const text = textOf(CONTENT, 2 * VERBATIM_ROOM_BYTES)
    await asked({ filename: 'a' }, text)
    const beyond = text.bytes.subarray(CONTENT.length + VERBATIM_ROOM_BYTES)
    expect([...beyond]).toEqual(Array(VERBATIM_ROOM_BYTES).fill('#'.charCodeAt(0)))
  })

  it('is an ordinary emit for a CLI that polls', async () => {
    const text = textOf(CONTENT)
    const { params } = await asked({ filename: 'é"' }, text, { transports: ['polling'] })
    expect([JSON.parse(params), text.timesRead()]).toEqual([{ filename: 'é"', content: CONTENT }, 1])
  })

  it('keeps its place among what is sent before and after it, though that is deflated', async () => {
    const { client, socket } = await worker((_request, ack) => ack('null'), DEFLATED)
    const order: string[] = []
    client.onAny((event) => order.push(event))
    socket.emit('before', 'x'.repeat(100_000))
    const answered = call({}, textOf('x'.repeat(1_000_000)))
    const after = heard(client, 'after')
    socket.emit('after')
    await Promise.all([answered, after])
    expect(order).toEqual(['before', 'rpc-request', 'after'])
  })

  it('is several calls at once, each with its own text', async () => {
    await worker(({ params }, ack) => ack(JSON.stringify(JSON.parse(params).content.length)))
    const sizes = [70_000, 5, 200_000]
    expect(await Promise.all(sizes.map((size) => call({}, textOf('x'.repeat(size)))))).toEqual(sizes)
  })

  it.each([
    ['{"success":false,"error":"full"}', { success: false, error: 'full' }],
    ['{"success":true,"path":"/p"}', { success: true, path: '/p' }],
  ])('returns the answer %s', async (answer, result) => {
    await worker((_request, ack) => ack(answer))
    expect(await call({}, textOf(CONTENT))).toEqual(result)
  })

  it('fails as any call does: refused, not answered, without a handler', async () => {
    const failed = (error: unknown) => error
    const missing = await call({}, textOf(CONTENT)).catch(failed)
    const made = await worker((_request, ack) => ack('{"error":"disk full"}'))
    const refused = await call({}, textOf(CONTENT)).catch(failed)
    made.client.off('rpc-request')
    const silent = heard(made.client, 'rpc-request')
    const unanswered = call({}, textOf(CONTENT)).catch(failed)
    await silent
    agents.clock.advance(30_000)
    expect([missing, refused, await unanswered]).toEqual([
      new AgentUnreachable('The agent or its machine is not connected to the hub right now'),
      new AgentFailed('disk full'),
      new AgentFailed('The agent did not answer in time'),
    ])
  })
})
