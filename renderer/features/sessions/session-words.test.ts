import type { TFunction } from 'i18next'
import { describe, expect, it } from 'vitest'
import { agentName, folderName, stateOf, titleOf } from './session-words.ts'

const t = ((key: string) => key) as unknown as TFunction

describe('titleOf', () => {
  it.each([
    [{ name: 'Mine', summary: { text: 'About' }, path: '/a/shop' }, 'Mine'],
    [{ name: '  ', summary: { text: 'About' }, path: '/a/shop' }, 'About'],
    [{ path: '/a/shop/' }, 'shop'],
    [{ path: 'C:\\work\\shop' }, 'shop'],
    [null, 'sessions.untitled'],
    [{ name: 'gpj.\u202egnp.exe' }, 'gpj.⟨U+202E⟩gnp.exe'],
    [{ name: '\u200b' }, '⟨U+200B⟩'],
  ])('of %j is %s', (metadata, title) => {
    expect(titleOf(metadata, t)).toBe(title)
  })
})

it.each([
  [{ flavor: 'codex' }, 'Codex'],
  [{ flavor: 'of tomorrow' }, 'notices.anyAgent'],
  [null, 'notices.anyAgent'],
])('the agent of %j is called %s', (metadata, name) => {
  expect(agentName(metadata, t)).toBe(name)
})

it('names the root folder', () => {
  expect(folderName('/')).toBe('/')
})

describe('stateOf', () => {
  const session = {
    active: true,
    thinking: false,
    pendingRequestsCount: 0,
    backgroundTaskCount: 0,
    metadata: { lifecycleState: 'running' },
  }
  it.each([
    [{}, 'ready'],
    [{ metadata: { lifecycleState: 'idle' } }, 'idle'],
    [{ thinking: true, metadata: { lifecycleState: 'idle' } }, 'working'],
    [{ backgroundTaskCount: 1 }, 'background'],
    [{ thinking: true, pendingRequestsCount: 1 }, 'waiting'],
    [{ active: false, pendingRequestsCount: 1 }, 'ended'],
    [{ active: false, metadata: { lifecycleState: 'archived' } }, 'archived'],
    [{ metadata: null }, 'ready'],
  ])('with %j is %s', (change, state) => {
    expect(stateOf({ ...session, ...change })).toBe(state)
  })
})
