import { expect, it } from 'vitest'
import { invitationCode, nameProblem } from './invitation.ts'

it.each(['maria', 'team-2', 'A.b_c', 'x'.repeat(40)])('takes %s for a name', (name) => {
  expect(nameProblem(name)).toBeUndefined()
})

it.each(['', 'two words', 'a:b', '玛丽', 'é', "it's", '$x', 'x'.repeat(41)])('refuses “%s”', (name) => {
  expect(nameProblem(name)).toBe('invalid')
})

it.each(['default', 'Default'])('refuses %s, which is or looks like the part of the owner', (name) => {
  expect(nameProblem(name)).toBe('reserved')
})

it.each(['code', 'code:default'])('puts the name behind the code of the hub, of %s too', (own) => {
  expect(invitationCode(own, 'maria')).toBe('code:maria')
})
