import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LifecycleRoom } from '../testing/lifecycle-room.ts'
import { FakeTitleProvider, saying } from '../testing/title-provider.ts'
import { TitleService } from './title-service.ts'

let room: LifecycleRoom
let provider: FakeTitleProvider
let titles: TitleService
let id: string

beforeEach(async () => {
  room = new LifecycleRoom()
  provider = await FakeTitleProvider.start()
  titles = serviceOf(provider.baseUrl)
  id = room.active()
})
afterEach(() => provider.close())

const serviceOf = (baseUrl: string) =>
  new TitleService({
    messages: room.tables.messages,
    clock: room.clock,
    config: {
      provider: { baseUrl, apiKey: 'secret', model: 'small', maxTokens: 64, timeoutMs: 10_000 },
      rateLimit: 5,
      rateWindowMs: 600_000,
    },
  })

const suggest = (of = id) => titles.suggest(room.record(of))
const statusOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 200,
    ({ status }) => status,
  )

describe('what the provider is asked', () => {
  it('is its chat completions, with key, model and the number of tokens', async () => {
    room.prompt(id, 'fix the roof')
    await suggest()
    expect(provider.questions).toEqual([
      {
        path: '/v1/chat/completions',
        authorization: 'Bearer secret',
        body: {
          model: 'small',
          max_tokens: 64,
          messages: [
            { role: 'system', content: expect.stringContaining('title') },
            { role: 'user', content: 'User: fix the roof' },
          ],
        },
      },
    ])
  })

  it('names the newest 200 rows and no others', async () => {
    for (let n = 0; n < 201; n++) {
      room.say(id, `row ${n}`)
      room.clock.advance(1)
    }
    await suggest()
    const lines = provider.questions[0]?.body.messages[1].content.split('\n')
    expect([lines.length, lines[0], lines[199]]).toEqual([200, 'Agent: row 1', 'Agent: row 200'])
  })

  it('is at most 16,000 characters of it', async () => {
    for (const letter of ['a', 'b', 'c']) {
      room.say(id, letter.repeat(7_000))
      room.clock.advance(1)
    }
    await suggest()
    const { content } = provider.questions[0]?.body.messages[1] ?? {}
    expect([content.length, content.endsWith(`Agent: ${'c'.repeat(7_000)}`)]).toEqual([16_000, true])
  })
})

describe('the title', () => {
  const said = async (content: unknown) => {
    room.say(id, 'hello')
    provider.says(content)
    return suggest()
  }

  it.each([
    ['Fix the roof', 'Fix the roof'],
    ['\n\n  "Fix   the roof."  \nand more', 'Fix the roof'],
    ['**Title: Fix the roof**', 'Fix the roof'],
    ['# “修好屋顶”', '修好屋顶'],
    ['x'.repeat(80), 'x'.repeat(80)],
    ['x'.repeat(81), 'x'.repeat(80)],
    [`${'x'.repeat(79)}😀`, 'x'.repeat(79)],
  ])('of the answer %j is %j', async (content, title) => {
    expect(await said(content)).toBe(title)
  })

  it.each([[''], ['  \n "" '], [null], [7]])('cannot be had from the answer %j: 502', async (content) => {
    expect(await statusOf(said(content))).toBe(502)
  })
})

describe('a provider that fails', () => {
  beforeEach(() => room.say(id, 'hello'))

  it.each([
    [401, 502],
    [404, 502],
    [422, 422],
    [500, 502],
    [503, 503],
    [429, 429],
  ])('with status %i is a %i', async (status, answered) => {
    provider.answer = () => ({ status, body: { error: 'no' } })
    expect(await statusOf(suggest())).toBe(answered)
  })

  it.each([['no JSON'], [[]], [{ choices: [] }], [null]])('with the body %j is a 502', async (body) => {
    provider.answer = () => ({ body })
    expect(await statusOf(suggest())).toBe(502)
  })

  it('that cannot be reached is a 502', async () => {
    titles = serviceOf('http://127.0.0.1:1')
    expect(await statusOf(suggest())).toBe(502)
  })

  it('to answer in 10 s is a 502, and just within is not', async () => {
    const asked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const release = Promise.withResolvers<void>()
    provider.answer = async () => {
      asked[provider.questions.length - 1]?.resolve()
      await release.promise
      return { body: saying('In time') }
    }
    const late = statusOf(suggest())
    await asked[0]?.promise
    room.clock.advance(10_000)
    expect(await late).toBe(502)
    const inTime = suggest()
    await asked[1]?.promise
    room.clock.advance(9_999)
    release.resolve()
    expect(await inTime).toBe('In time')
  })
})

describe('a suggestion is refused', () => {
  it('with 503 when nothing is configured', async () => {
    const config = { provider: null, rateLimit: 5, rateWindowMs: 600_000 }
    titles = new TitleService({ messages: room.tables.messages, clock: room.clock, config })
    room.say(id, 'hello')
    expect([await statusOf(suggest()), titles.isConfigured]).toEqual([503, false])
  })

  it('with 422 when nobody has said a word, which does not count', async () => {
    const thought = {
      role: 'agent',
      content: { type: 'codex', data: { type: 'reasoning', message: 'hm', id: 'r' } },
    }
    room.messages.ingest(id, { message: thought }, 'socket')
    for (let n = 0; n < 6; n++) expect(await statusOf(suggest())).toBe(422)
    room.say(id, 'hello')
    expect([await statusOf(suggest()), provider.questions.length]).toEqual([200, 1])
  })

  it('with 429 while one is under way for the session', async () => {
    room.say(id, 'hello')
    const other = room.active()
    room.say(other, 'hello')
    const release = Promise.withResolvers<void>()
    provider.answer = async () => {
      await release.promise
      return { body: saying('First') }
    }
    const first = suggest()
    expect(await statusOf(suggest())).toBe(429)
    const elsewhere = suggest(other)
    release.resolve()
    expect([await first, await elsewhere, await statusOf(suggest())]).toEqual(['First', 'First', 200])
  })

  it('with 429 after five in ten minutes, failed ones too, for this session alone', async () => {
    room.say(id, 'hello')
    const other = room.active()
    room.say(other, 'hello')
    provider.answer = () => ({ status: 500, body: '' })
    expect(await statusOf(suggest())).toBe(502)
    provider.says('Title')
    room.clock.advance(1)
    for (let n = 2; n <= 5; n++) expect(await statusOf(suggest())).toBe(200)
    expect([await statusOf(suggest()), await statusOf(suggest(other))]).toEqual([429, 200])
    room.clock.advance(600_000 - 2)
    expect(await statusOf(suggest())).toBe(429)
    room.clock.advance(1)
    expect([await statusOf(suggest()), await statusOf(suggest())]).toEqual([200, 429])
  })
})
