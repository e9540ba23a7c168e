import { describe, expect, it } from 'vitest'
import { SCHEDULE_HORIZON_MS } from '../../contract/message.ts'
import { HubError } from '../errors.ts'
import { messageFixture } from '../testing/message-fixture.ts'

const attachment = { id: '1', filename: 'f', mimeType: 'text/plain', size: 1, path: '/f' }

describe('send', () => {
  it('stores the prompt as content an agent can read, queued', () => {
    const fixture = messageFixture()
    fixture.messages.send(fixture.session, { text: 'hello', localId: 'a', attachments: [attachment] })
    expect(fixture.row('a')).toMatchObject({
      localId: 'a',
      invokedAt: null,
      content: {
        role: 'user',
        content: { type: 'text', text: 'hello', attachments: [attachment] },
        meta: { sentFrom: 'webapp', deliveryMode: 'queue' },
      },
    })
  })

  it('invokes a prompt without localId at once and leaves out what was not given', () => {
    const fixture = messageFixture()
    const now = fixture.clock.now()
    fixture.messages.send(fixture.session, { text: 'hello' })
    const [row] = fixture.page().messages
    expect(row).toEqual({
      id: expect.any(String),
      seq: 1,
      localId: null,
      content: {
        role: 'user',
        content: { type: 'text', text: 'hello' },
        meta: { sentFrom: 'webapp', deliveryMode: 'queue' },
      },
      createdAt: now,
      invokedAt: now,
    })
  })

  it('delivers the stored message to the CLI under its own id and number', () => {
    const fixture = messageFixture()
    fixture.sendQueued('a')
    fixture.db.flush()
    const row = fixture.row('a')
    const { id, seq, createdAt, localId, content } = row as NonNullable<typeof row>
    expect(fixture.link.delivered).toEqual([
      {
        sessionId: fixture.session.id,
        except: undefined,
        envelope: {
          id,
          seq,
          createdAt,
          body: {
            t: 'new-message',
            sid: fixture.session.id,
            message: { id, seq, createdAt, localId, content },
          },
        },
      },
    ])
  })

  it('tells nobody before the commit', () => {
    const fixture = messageFixture()
    fixture.sendQueued('a')
    expect(fixture.link.delivered).toEqual([])
    fixture.db.flush()
    expect(fixture.link.delivered).toHaveLength(1)
  })

  it('announces activity, the message, thinking and activity again, in this order', () => {
    const fixture = messageFixture()
    fixture.sendQueued('first')
    fixture.events()
    fixture.sendQueued('second')
    expect(fixture.eventNames()).toEqual([
      'session-updated:updatedAt',
      'message-received',
      'session-updated:thinking,activeTurnStartedAt,updatedAt',
      'session-updated:updatedAt',
    ])
  })

  it('announces the session in full before the first message of a conversation', () => {
    const fixture = messageFixture()
    fixture.sendQueued('first')
    expect(fixture.eventNames().slice(1, 3)).toEqual(['session-updated:full', 'message-received'])
    expect(fixture.sessions.require('default', fixture.session.id).hasConversationContent).toBe(true)
  })

  it('answers a repeated localId with neither a second row nor a word to anyone', () => {
    const fixture = messageFixture()
    fixture.sendQueued('a')
    fixture.events()
    fixture.deliveries()
    fixture.messages.send(fixture.session, { text: 'other words', localId: 'a' })
    expect([fixture.eventNames(), fixture.deliveries(), fixture.page().messages.length]).toEqual([[], [], 1])
  })

  it('reports each stored prompt once, inside its write', () => {
    const fixture = messageFixture({ flavor: 'pi' })
    const stored: unknown[] = []
    fixture.messages.onStored((message) => stored.push([message.flavor, message.localId, message.seq]))
    fixture.sendQueued('a')
    fixture.sendQueued('a')
    expect(stored).toEqual([['pi', 'a', 1]])
  })

  it('stores a prompt for the session a cleared one was replaced by', () => {
    const fixture = messageFixture()
    const replacement = fixture.newSession()
    fixture.messages.setRedirect(() => replacement)
    fixture.sendQueued('a')
    fixture.db.flush()
    expect(fixture.page().messages).toEqual([])
    expect(fixture.row('a', replacement)?.localId).toBe('a')
    expect(fixture.link.delivered.map(({ sessionId }) => sessionId)).toEqual([replacement.id])
  })

  it('keeps a prompt for a gated session and does not deliver it', () => {
    const fixture = messageFixture()
    fixture.messages.setGate((id) => id === fixture.session.id)
    fixture.sendQueued('a')
    expect([fixture.deliveries(), fixture.row('a')?.localId]).toEqual([[], 'a'])
  })
})

describe('a scheduled send', () => {
  const later = (ms: number, fixture = messageFixture()) => {
    const scheduledAt = fixture.clock.now() + ms
    fixture.messages.send(fixture.session, { text: 'x', localId: 'a', scheduledAt })
    return { fixture, scheduledAt }
  }

  it('is announced with its time, neither delivered nor thought about', () => {
    const { fixture, scheduledAt } = later(60_000)
    expect(fixture.events().find((event) => event.type === 'message-received')).toMatchObject({
      message: { localId: 'a', scheduledAt, invokedAt: null },
    })
    expect([fixture.deliveries(), fixture.sessions.isThinking(fixture.session.id)]).toEqual([[], false])
  })

  it('is delivered at once when its time has passed', () => {
    expect(later(0).fixture.deliveries()).toHaveLength(1)
  })

  it('reaches seven days ahead and no further', () => {
    expect(() => later(SCHEDULE_HORIZON_MS)).not.toThrow()
    const fixture = messageFixture()
    const refusal = () => later(SCHEDULE_HORIZON_MS + 1, fixture)
    const issues = {
      formErrors: [],
      fieldErrors: { scheduledAt: ['A message can be scheduled at most 7 days ahead'] },
    }
    expect(refusal).toThrow(new HubError(400, 'Invalid body', { issues }))
    expect(fixture.page().messages).toEqual([])
  })
})

describe('deliveryMode of a send', () => {
  const modeOf = (flavor: string, body: { deliveryMode?: 'queue' | 'steer' }) => {
    const fixture = messageFixture({ flavor })
    fixture.messages.send(fixture.session, { text: 'x', localId: 'a', ...body })
    return fixture.deliveries().map(({ content }) => (content as { meta: { deliveryMode: string } }).meta)
  }

  it.each([
    ['pi', 'steer', 'steer'],
    ['agentE', 'steer', 'steer'],
    ['pi', undefined, 'queue'],
    ['pi', 'queue', 'queue'],
    ['codex', 'steer', 'queue'],
    ['claude', 'steer', 'queue'],
  ] as const)('%s asked for %s gets %s', (flavor, asked, got) => {
    const body = asked === undefined ? {} : { deliveryMode: asked }
    expect(modeOf(flavor, body)).toEqual([{ sentFrom: 'webapp', deliveryMode: got }])
  })
})
