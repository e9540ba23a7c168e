import { randomUUID } from 'node:crypto'

/** How one kind of agent words what it does, as content of a `message` event of the CLI plane. */
export interface Voice {
  say(text: string): Spoken[]
  think(text: string): Spoken[]
  toolCall(callId: string, name: string, input: object): Spoken[]
  toolResult(callId: string, output: string, isError: boolean): Spoken[]
  /** The same said by a sub-agent that was started by the call. */
  inside(callId: string, contents: Spoken[]): unknown[]
}

/** Content of a `message` event as a voice makes it. */
export interface Spoken {
  role: string
  content: { type: string; data: object }
}

const CONTEXT_WINDOW = 200_000

const META = { sentFrom: 'cli' }

export const event = (data: object) => ({
  role: 'agent',
  content: { id: randomUUID(), type: 'event', data },
})

/** Reports a plausible number of tokens for a text: about four characters each, on a growing context. */
class TokenMeter {
  #context = 9_000

  get context(): number {
    return this.#context
  }

  next(text: string): { input: number; cached: number; output: number } {
    const output = Math.max(12, Math.ceil(text.length / 4))
    const cached = this.#context
    this.#context += output + 350
    return { input: 350, cached, output }
  }
}

/** Claude's own log entries: usage stands beside every reply, cached tokens apart from the input. */
export function claudeVoice(model: string): Voice {
  const meter = new TokenMeter()
  const entry = (data: object) => ({
    role: 'agent',
    content: { type: 'output', data: { uuid: randomUUID(), timestamp: new Date().toISOString(), ...data } },
    meta: META,
  })
  const assistant = (block: object, text: string) => {
    const { input, cached, output } = meter.next(text)
    const usage = { input_tokens: input, output_tokens: output, cache_read_input_tokens: cached }
    const message = { id: `msg_${randomUUID()}`, role: 'assistant', model, usage, content: [block] }
    return [entry({ type: 'assistant', message })]
  }
  return {
    say: (text) => assistant({ type: 'text', text }, text),
    think: (text) => assistant({ type: 'thinking', thinking: text }, text),
    toolCall: (id, name, input) => assistant({ type: 'tool_use', id, name, input }, JSON.stringify(input)),
    toolResult: (tool_use_id, content, is_error) => [
      entry({
        type: 'user',
        message: { role: 'user', content: [{ type: 'tool_result', tool_use_id, content, is_error }] },
      }),
    ],
    inside: (parentToolUseId, contents) =>
      contents.map(({ content }) => entry({ ...content.data, isSidechain: true, parentToolUseId })),
  }
}

/** The family most other agents speak: one row per fact, tokens as a running total. */
export function codexVoice(model: string): Voice {
  const meter = new TokenMeter()
  const thread = randomUUID()
  const total = { input_tokens: 0, cached_input_tokens: 0, output_tokens: 0 }
  const row = (data: object) => ({
    role: 'agent',
    content: { type: 'codex', data: { id: randomUUID(), ...data } },
    meta: META,
  })
  const counted = (data: object, text: string) => {
    const { input, cached, output } = meter.next(text)
    total.input_tokens += input + cached
    total.cached_input_tokens += cached
    total.output_tokens += output
    return [
      row(data),
      row({
        type: 'token_count',
        model,
        thread_id: thread,
        info: {
          total_token_usage: { ...total },
          contextTokens: meter.context,
          modelContextWindow: CONTEXT_WINDOW,
        },
      }),
    ]
  }
  return {
    say: (message) => counted({ type: 'message', message }, message),
    think: (message) => [row({ type: 'reasoning', message })],
    toolCall: (callId, name, input) =>
      counted({ type: 'tool-call', callId, name, input }, JSON.stringify(input)),
    toolResult: (callId, output, is_error) => [row({ type: 'tool-call-result', callId, output, is_error })],
    inside: (agentId, contents) =>
      contents
        .filter(({ content: { data } }) => !('info' in data))
        .map(({ content: { data } }) => row({ type: 'agent-run-trace', agentId, message: data })),
  }
}
