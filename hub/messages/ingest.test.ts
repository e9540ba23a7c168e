import { describe, expect, it } from 'vitest'
import { AGENT_STRING_MAX } from '../../contract/cli-plane.ts'
import { agentText, codex, event, messageFixture, output } from '../testing/message-fixture.ts'

type Fixture = ReturnType<typeof messageFixture>

const ingest = ({ messages, session }: Fixture, message: unknown, more: object = {}) =>
  messages.ingest(session.id, { message, ...more }, 'sender')

const received = (fixture: Fixture) =>
  fixture.events().flatMap((event) => (event.type === 'message-received' ? [event.message] : []))

const contents = (fixture: Fixture) => fixture.page().messages.map((row) => row.content)

/** A session with something to show already, so that only the case at hand speaks. */
function begun() {
  const fixture = messageFixture()
  fixture.say('hello')
  fixture.events()
  fixture.deliveries()
  return fixture
}

describe('ingest', () => {
  it('stores what the agent said and announces it without a schedule', () => {
    const fixture = begun()
    ingest(fixture, agentText('words'))
    const at = fixture.clock.now()
    const message = { id: expect.any(String), seq: 2, localId: null, content: agentText('words') }
    expect(fixture.events()).toEqual([
      {
        type: 'message-received',
        namespace: 'default',
        sessionId: fixture.session.id,
        message: { ...message, createdAt: at, invokedAt: at },
      },
    ])
    expect(contents(fixture)).toEqual([agentText('hello'), agentText('words')])
  })

  it('relays it to the other sockets of the session', () => {
    const fixture = begun()
    ingest(fixture, agentText('words'))
    fixture.db.flush()
    expect(fixture.link.delivered).toEqual([
      {
        sessionId: fixture.session.id,
        except: 'sender',
        envelope: {
          id: expect.any(String),
          seq: 2,
          createdAt: fixture.clock.now(),
          body: {
            t: 'new-message',
            sid: fixture.session.id,
            message: expect.objectContaining({ seq: 2, localId: null, content: agentText('words') }),
          },
        },
      },
    ])
  })

  it('reads JSON text, and keeps text that is no JSON as it is', () => {
    const fixture = begun()
    ingest(fixture, JSON.stringify(agentText('from text'), null, 2))
    ingest(fixture, 'no { json')
    expect(contents(fixture).slice(1)).toEqual([agentText('from text'), 'no { json'])
  })

  it.each([
    ['in the past', -5000.7, -5001],
    ['in the future', 5000, 0],
    ['that is no time', Number.NaN, 0],
    ['before 1970', -2_000_000_000_000, -1_700_000_000_000],
  ])('takes a time %s', (_what, offset, stored) => {
    const fixture = begun()
    const now = fixture.clock.now()
    ingest(fixture, agentText('words'), { createdAt: now + offset })
    expect(received(fixture).map(({ createdAt }) => createdAt - now)).toEqual([stored])
  })

  it('announces a repeated localId as it is stored and derives nothing again', () => {
    const fixture = begun()
    const stored: unknown[] = []
    fixture.messages.onStored(({ seq, content }) => stored.push([seq, content]))
    const started = output({
      type: 'user',
      message: { content: [{ type: 'tool_result', content: 'Command running in background with ID: 1' }] },
    })
    ingest(fixture, started, { localId: 'a' })
    const [first] = received(fixture)
    ingest(fixture, agentText('other'), { localId: 'a' })
    expect(received(fixture)).toEqual([first])
    expect(stored).toEqual([[2, started]])
    expect(fixture.deliveries().map(({ content }) => content)).toEqual([started, started])
  })

  it('undoes everything when a listener fails', () => {
    const fixture = begun()
    fixture.messages.onStored(() => {
      throw new Error('broken')
    })
    expect(() => ingest(fixture, agentText('words'))).toThrow('broken')
    expect([fixture.events(), contents(fixture).length]).toEqual([[], 1])
  })

  it('ignores a session that is not there', () => {
    const fixture = begun()
    fixture.messages.ingest('nobody', { message: agentText('words') }, 'sender')
    expect(fixture.events()).toEqual([])
  })

  it('keeps what clients do not see for the agent alone', () => {
    const fixture = begun()
    ingest(fixture, output({ type: 'tool_progress' }))
    expect([received(fixture), contents(fixture).length]).toEqual([[], 1])
    expect(fixture.messages.backfill(fixture.session.id, 1, 10)).toHaveLength(1)
  })

  it('drops the lines that repeat the state of a goal', () => {
    const fixture = begun()
    ingest(fixture, event({ type: 'message', message: ' Goal active · 3 steps ' }))
    expect([fixture.events(), fixture.table.countAll(fixture.session.pk)]).toEqual([[], 1])
  })

  it('cuts long strings of agents, never those of people', () => {
    const long = 'x'.repeat(AGENT_STRING_MAX + 1)
    const fixture = begun()
    ingest(fixture, agentText(long))
    ingest(fixture, { role: 'user', content: { type: 'text', text: long } })
    const lengths = contents(fixture)
      .slice(1)
      .map((content) => JSON.stringify(content).includes('[svc: truncated'))
    expect(lengths).toEqual([true, false])
  })
})

describe('what messages do to their session', () => {
  it('announces the whole session just before its first visible content', () => {
    const fixture = messageFixture()
    ingest(fixture, event({ type: 'ready' }))
    expect(fixture.eventNames()).toEqual(['message-received'])
    ingest(fixture, agentText('words'))
    expect(fixture.eventNames()).toEqual(['session-updated:full', 'message-received'])
    ingest(fixture, agentText('more'))
    expect(fixture.eventNames()).toEqual(['message-received'])
  })

  it('counts words of people as activity, those of agents not', () => {
    const fixture = begun()
    const user = (text: string) => ({ role: 'user', content: { type: 'text', text } })
    fixture.clock.advance(1000)
    ingest(fixture, user('words'), { createdAt: fixture.clock.now() - 10 })
    expect(fixture.events()[0]).toMatchObject({ data: { updatedAt: fixture.clock.now() - 10 } })
    fixture.clock.advance(1000)
    ingest(fixture, user('  '))
    ingest(fixture, agentText('words'))
    expect(fixture.eventNames()).toEqual(['message-received', 'message-received'])
  })

  it('wakes an idle session', () => {
    const fixture = begun()
    fixture.sessions.editMetadata(fixture.session.id, (old) => ({ ...old, lifecycleState: 'idle' }))
    ingest(fixture, agentText('words'))
    expect(fixture.sessions.require('default', fixture.session.id).metadata?.lifecycleState).toBe('running')
  })

  it('takes over to-do list, team and background tasks before the message is announced', () => {
    const fixture = begun()
    const at = fixture.clock.now()
    const todo = { content: 'one', status: 'pending', priority: 'medium', id: '' }
    const use = (name: string, input: object) => ({ type: 'tool_use', id: name, name, input })
    ingest(
      fixture,
      output({
        type: 'assistant',
        message: { content: [use('TodoWrite', { todos: [todo] }), use('TeamCreate', { team_name: 't' })] },
      }),
    )
    expect(fixture.eventNames()).toEqual([
      'session-updated:todos,updatedAt',
      'session-updated:teamState,updatedAt',
      'message-received',
    ])
    expect(fixture.sessions.require('default', fixture.session.id)).toMatchObject({
      todos: [todo],
      todosUpdatedAt: at,
      teamState: { teamName: 't', members: [], updatedAt: at },
    })
    ingest(
      fixture,
      output({
        type: 'user',
        message: { content: [{ type: 'tool_result', content: 'Command running in background with ID: 1' }] },
      }),
    )
    expect(fixture.events()[0]).toMatchObject({ data: { backgroundTaskCount: 1 } })
  })
})

describe('live snapshots of a thought', () => {
  const thought = (message: string, more: object = {}) =>
    codex({ type: 'reasoning', id: 't', message, ...more })
  const live = (message: string, more: object = {}) => thought(message, { live: true, ...more })

  it('go when the thought arrives again, without an event or a new epoch', () => {
    const fixture = begun()
    ingest(fixture, live('1'))
    ingest(fixture, live('other', { id: 'o' }))
    ingest(fixture, live('2'))
    expect(contents(fixture).slice(1)).toEqual([live('other', { id: 'o' }), live('2')])
    ingest(fixture, thought('whole'))
    expect(contents(fixture).slice(1)).toEqual([live('other', { id: 'o' }), thought('whole')])
    expect(fixture.eventNames()).toEqual(Array(4).fill('message-received'))
    expect(fixture.page().page.epoch).toBe(0)
  })

  it('stay when the thought has no id, or was not live', () => {
    const fixture = begun()
    ingest(fixture, thought('whole'))
    ingest(fixture, live('1', { id: ' ' }))
    ingest(fixture, live('2', { id: ' ' }))
    ingest(fixture, thought('again'))
    expect(contents(fixture)).toHaveLength(5)
  })

  it('are looked for among the newest fifty rows', () => {
    const fixture = begun()
    ingest(fixture, live('far'))
    for (let n = 0; n < 48; n++) ingest(fixture, agentText(`${n}`))
    ingest(fixture, live('near'))
    expect(fixture.table.countAll(fixture.session.pk)).toBe(50)
    for (let n = 0; n < 49; n++) ingest(fixture, agentText(`${n}`))
    ingest(fixture, thought('whole'))
    expect(fixture.table.countAll(fixture.session.pk)).toBe(100)
  })
})
