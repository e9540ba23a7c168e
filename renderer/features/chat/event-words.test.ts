import i18next from 'i18next'
import { describe, expect, it } from 'vitest'
import { enChat } from '../../i18n/en-chat.ts'
import { zhChat } from '../../i18n/zh-chat.ts'
import { eventText, longEventTitle } from './event-words.ts'

const i18n = i18next.createInstance()
await i18n.init({
  lng: 'en',
  resources: { en: { translation: enChat }, 'zh-CN': { translation: zhChat } },
  interpolation: { escapeValue: false },
})

describe('eventText', () => {
  it.each([
    ['switch', { mode: 'local' }, 'Somebody at the computer took over'],
    ['switch', { mode: 'remote' }, 'The agent listens to your hub again'],
    ['message', { message: 'Note' }, 'Note'],
    ['message', {}, 'Message from the agent'],
    ['title-changed', { title: 'New' }, 'The session is now called “New”'],
    ['limit-warning', { utilization: 0.8 }, '80% of the usage limit is used up'],
    ['limit-warning', {}, 'The usage limit is near'],
    ['api-error', { retryAttempt: 2, maxRetries: 10 }, 'The agent’s service failed; try 2 of 10'],
    ['api-error', { retryAttempt: 2 }, 'The agent’s service failed'],
    ['turn-duration', { durationMs: 4200 }, 'Worked for 4 sec'],
    ['turn-duration', {}, 'Done'],
    ['turn-summary', { summary: { durationMs: 120_000 } }, 'Done in 2 min'],
    ['turn-summary', { summary: 'odd' }, 'Done'],
    ['compact-summary', { summary: 'Short' }, 'Short'],
    ['thread-goal-updated', { goal: { objective: 'Ship' } }, 'Goal: Ship'],
    ['thread-goal-updated', { goal: null }, 'The goal changed'],
    ['of-a-newer-agent', {}, 'of-a-newer-agent'],
  ])('says of %s %j: %s', (name, data, text) => {
    expect(eventText({ name, data }, i18n.getFixedT('en'), 'en-US')).toBe(text)
  })

  it.each([
    ['compact-summary', 'So far.\n\n1. One', 'The conversation was summed up to save memory'],
    ['recap', 'long '.repeat(60), 'What happened so far'],
    ['recap', 'Short', undefined],
    ['title-changed', 'long '.repeat(60), undefined],
  ])('has for %s with a text like %j the title %s', (name, text, title) => {
    expect(longEventTitle(name, text, { t: i18n.getFixedT('en'), locale: 'en-US' })).toBe(title)
  })

  it('says it in the language of the page, durations and shares too', () => {
    const t = i18n.getFixedT('zh-CN')
    expect([
      eventText({ name: 'turn-duration', data: { durationMs: 7_400_000 } }, t, 'zh-CN'),
      eventText({ name: 'limit-warning', data: { utilization: 0.8 } }, t, 'zh-CN'),
    ]).toEqual(['工作了 2小时', '用量上限已用去 80%'])
  })
})
