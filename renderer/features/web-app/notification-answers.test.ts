import { expect, it } from 'vitest'
import { ClientError } from '../../client/client-error.ts'
import { type AnswerOutcome, passOnAnswers } from './notification-answers.ts'
import type { KeptAnswer } from './worker-store.ts'

const NOW = 1_700_000_000_000
const kept = (changes: Partial<KeptAnswer> = {}): KeptAnswer => ({
  sessionId: 's1',
  requestId: 'r1',
  answer: 'allow',
  at: NOW - 1000,
  ...changes,
})

async function passOn(answers: KeptAnswer[], status = 200) {
  const asked: unknown[] = []
  const told: AnswerOutcome[] = []
  const ask =
    (what: string) =>
    async (...request: unknown[]) => {
      asked.push([what, ...request])
      if (status !== 200) throw new ClientError(status, { error: 'no' })
    }
  await passOnAnswers({
    actions: { approve: ask('approve'), deny: ask('deny') },
    take: async () => answers,
    now: () => NOW,
    tell: (outcome) => told.push(outcome),
  })
  return { asked, told }
}

it('gives each answer to the hub once', async () => {
  expect(await passOn([kept(), kept({ requestId: 'r2', answer: 'deny' })])).toEqual({
    asked: [
      ['approve', 's1', 'r1'],
      ['deny', 's1', 'r2'],
    ],
    told: ['allow', 'deny'],
  })
})

it('does not pass on what is older than ten minutes', async () => {
  expect(await passOn([kept({ at: NOW - 10 * 60_000 - 1 })])).toEqual({ asked: [], told: ['too-old'] })
})

it.each([
  [404, 'gone'],
  [409, 'gone'],
  [0, 'lost'],
  [503, 'lost'],
] as const)('tells of an answer the hub met with %s that it is %s', async (status, outcome) => {
  expect((await passOn([kept()], status)).told).toEqual([outcome])
})
