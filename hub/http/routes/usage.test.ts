import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { getUsagePeriod, getUsageSummary, type UsageSummaryResponse } from '../../../contract/usage.ts'
import { HistoryScene, NATIVE_ID } from '../../testing/history-scene.ts'
import type { SceneAgent } from '../../testing/hub-scene.ts'

let history: HistoryScene
beforeEach(async () => {
  history = await HistoryScene.open()
})
afterEach(() => history.close())

const get = (query = '') => history.scene.raw('GET', `/api/usage/summary${query}`)
const summary = () => history.scene.api.call(getUsageSummary, { query: { range: 'all' } })
const totals = async () => (await summary()).totals

/** A running total of the agent's thread, as its CLI sends it. */
const count = (agent: SceneAgent, input: number, turn = `turn-${input}`) => {
  const info = { total_token_usage: { input_tokens: input, output_tokens: 0 } }
  const data = { type: 'token_count', thread_id: NATIVE_ID, turn_id: turn, model: 'gpt', info }
  return agent.emit('message', {
    sid: agent.id,
    message: { role: 'agent', content: { type: 'codex', data } },
  })
}
const reply = (agent: SceneAgent, id: string, output_tokens: number) => {
  const message = { id, model: 'opus', content: [], usage: { input_tokens: 1, output_tokens } }
  const content = { type: 'output', data: { type: 'assistant', message } }
  return agent.emit('message', { sid: agent.id, message: { role: 'agent', content } })
}

describe('the request', () => {
  const range = async (query: string) => {
    const { status, body } = await get(query)
    const { from, to } = (body as UsageSummaryResponse).range
    return [status, from === null ? null : (to - from) / 86_400_000]
  }

  it.each([
    ['', 7],
    ['?range=7d', 7],
    ['?range=30d', 30],
    ['?range=all', null],
  ])('%s covers %s days', async (query, days) => {
    expect(await range(query)).toEqual([200, days])
  })

  it.each(['1d', '7', 'ALL', ''])('is refused for the range %j', async (value) => {
    const { status, body } = await get(`?range=${value}`)
    expect([status, body.error, Object.keys(body.issues.fieldErrors)]).toEqual([
      400,
      'Invalid query',
      ['range'],
    ])
  })

  it.each(['UTC', 'Asia/Kathmandu', 'America/Argentina/Buenos_Aires', 'Etc/GMT+12'])(
    'takes the time zone %s',
    async (zone) => expect((await get(`?timeZone=${encodeURIComponent(zone)}`)).status).toBe(200),
  )

  it.each(['Mars/Phobos', '', '+05:30', '-08', 'x'.repeat(101)])('refuses the time zone %s', async (zone) => {
    expect(await get(`?timeZone=${encodeURIComponent(zone)}`)).toMatchObject({
      status: 400,
      body: { error: 'Invalid timeZone' },
    })
  })

  it('is the owner’s alone', async () => {
    expect((await history.scene.stranger.raw('GET', '/api/usage/summary')).status).toBe(403)
  })

  it('is never cached', async () => {
    const { headers } = await history.scene.api.raw('GET', '/api/usage/summary')
    expect(headers.get('cache-control')).toBe('no-store')
  })
})

describe('a conversation', () => {
  it('is counted as its agent reports it', async () => {
    const agent = await history.conversation()
    await count(agent, 100)
    await count(agent, 250)
    await count(agent, 250)
    const { totals: sum, byAgent, byModel, daily } = await summary()
    const counters = {
      inputTokens: 250,
      outputTokens: 0,
      cacheReadTokens: 0,
      cacheCreationTokens: 0,
      totalTokens: 250,
      uncachedTokens: 250,
      requests: 2,
    }
    expect(sum).toEqual({ ...counters, sessions: 1 })
    expect([byAgent, byModel]).toEqual([[{ key: 'codex', ...counters }], [{ key: 'gpt', ...counters }]])
    expect(daily).toEqual([{ key: new Date(history.scene.now).toISOString().slice(0, 10), ...counters }])
  })

  it('is not counted again in its fork, nor when the fork repeats it', async () => {
    await history.startsForks()
    const agent = await history.conversation()
    await count(agent, 100)
    await reply(agent, 'msg-1', 10)
    const before = await totals()
    await agent.serve('fork-conversation', () => ({ nativeSessionId: 'thread-2' }))
    const { status, body } = await history.fork(agent.id)
    expect([status, await totals()]).toEqual([200, before])
    const child = await history.scene.connect(body.sessionId)
    await count(child, 100)
    await reply(child, 'msg-1', 10)
    expect(await totals()).toEqual(before)
  })

  it('is not counted again after a rewind, which gives nothing back either', async () => {
    const agent = await history.conversation()
    await count(agent, 100)
    const before = await totals()
    await agent.serve('rewind-conversation', () => ({
      success: true,
      truncateFromLocalId: 'second',
      messages: [],
    }))
    expect([(await history.rewind(agent.id)).status, await totals()]).toEqual([200, before])
    await count(agent, 100)
    await count(agent, 180)
    expect(await totals()).toMatchObject({ inputTokens: 180, requests: 2, sessions: 1 })
  })

  it('is one session’s after a resume under another id', async () => {
    const old = await history.conversation()
    await count(old, 100)
    await old.end('completed')
    const resumed = await history.conversation()
    await count(resumed, 160)
    expect((await history.scene.raw('GET', `/api/sessions/${old.id}`)).body.session.id).toBe(resumed.id)
    expect(await totals()).toMatchObject({ inputTokens: 160, requests: 2, sessions: 1 })
  })

  it('keeps what it cost when it is deleted', async () => {
    const agent = await history.conversation()
    await count(agent, 100)
    await agent.end('completed')
    expect((await history.scene.raw('DELETE', `/api/sessions/${agent.id}`)).status).toBe(200)
    expect(await totals()).toMatchObject({ inputTokens: 100, sessions: 1 })
  })
})

describe('a period', () => {
  it('comes over HTTP with the sums of the summary, and by hour of the week', async () => {
    const agent = await history.conversation()
    await count(agent, 100)
    await count(agent, 250)
    const { hours, range, ...sums } = await history.scene.api.call(getUsagePeriod, { query: { days: '7' } })
    const { range: _, ...summed } = await summary()
    const at = new Date(history.scene.now)
    const today = Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate())
    const hour = { weekday: at.getUTCDay() || 7, hour: at.getUTCHours(), totalTokens: 250, requests: 2 }
    expect([sums, range.from, hours]).toEqual([summed, today - 6 * 86_400_000, [hour]])
  })

  it('is the owner’s alone, in a zone and of a length that exist', async () => {
    expect((await history.scene.stranger.raw('GET', '/api/usage/period')).status).toBe(403)
    expect(await history.scene.raw('GET', '/api/usage/period?timeZone=Mars%2FPhobos')).toMatchObject({
      status: 400,
      body: { error: 'Invalid timeZone' },
    })
    expect((await history.scene.raw('GET', '/api/usage/period?days=8')).status).toBe(400)
  })
})
