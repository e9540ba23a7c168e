import { expect, it } from 'vitest'
import { ClientError } from '../../client/client-error.ts'
import { planProblem } from './plan-problem.ts'

it.each([
  [new ClientError(409, { ok: false, code: 'stale_plan', error: 'old' }), 'stale_plan'],
  [new ClientError(503, { ok: false, code: 'indeterminate', error: '?' }), 'indeterminate'],
  [new ClientError(0, undefined), 'indeterminate'],
  [new ClientError(409, { error: 'Session is inactive', code: 'session_inactive' }), undefined],
  [new Error('bug'), undefined],
])('%s is %s', (error, problem) => {
  expect(planProblem(error)).toBe(problem)
})
