import type { TFunction } from 'i18next'
import { expect, it } from 'vitest'
import { ERROR_TEXTS, errorText } from '../../../contract/error-texts.ts'
import { RUNNER_SPAWN_CODES } from '../../../contract/machine.ts'
import { spawnProblem } from './spawn-problem.ts'

/** Names the text and what is put into it. */
const t = ((key: string, values = {}) => `${key} ${JSON.stringify(values)}`) as unknown as TFunction

const problem = (message: string, code?: string) => spawnProblem({ type: 'error', message, code }, t)

it.each([...RUNNER_SPAWN_CODES, 'runner_upgrade_required'])('has a sentence for the code %s', (code) => {
  expect(problem('No', code)).not.toContain('start.problem.other')
})

it.each([
  [ERROR_TEXTS.agentLate, /^failure\.agentLate /],
  [errorText('directoryMissing', '/home/me/new'), /^failure\.directoryMissing .*"value":"\/home\/me\/new"/],
  ['Frobnication failed', /^start\.problem\.other \{"reason":"Frobnication failed"\}/],
])('says %j in the words of the page where it can', (message, words) => {
  expect(problem(message)).toMatch(words)
})
