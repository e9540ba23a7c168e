import { expect, it } from 'vitest'
import { isTakeOver, readNews } from './worker-messages.ts'

it.each([
  [
    { type: 'open', path: '/sessions/s1' },
    { type: 'open', path: '/sessions/s1' },
  ],
  [{ type: 'answered', more: 1 }, { type: 'answered' }],
  [{ type: 'subscription-changed' }, { type: 'subscription-changed' }],
  [{ type: 'open', path: '//elsewhere.example' }, undefined],
  [{ type: 'open', path: 'https://elsewhere.example' }, undefined],
  [{ type: 'open' }, undefined],
  [{ type: 'else' }, undefined],
  ['open', undefined],
  [null, undefined],
])('reads %j as %j', (data, news) => {
  expect(readNews(data)).toEqual(news)
})

it('knows the request to take over from anything else', () => {
  expect([{ type: 'take-over' }, { type: 'x' }, 'take-over', null].map(isTakeOver)).toEqual([
    true,
    false,
    false,
    false,
  ])
})
