import { describe, expect, it } from 'vitest'
import { FLAVORS, findFlavor, otherSpelling, supportsSetting } from './flavors.ts'

describe('otherSpelling', () => {
  it.each([
    ['/api/sessions/:id/agentB-models', '/api/sessions/:id/codex-models'],
    ['/api/sessions/:id/agentD-reasoning-effort-options', '/api/sessions/:id/grok-reasoning-effort-options'],
    ['/api/machines/:id/agentI-models', '/api/machines/:id/agy-models'],
    ['/api/sessions/:id/codex/plan/implement', '/api/sessions/:id/agentB/plan/implement'],
    ['/api/agentE/sessions', '/api/pi/sessions'],
  ])('turns %s into %s and back', (path, other) => {
    expect([otherSpelling(path), otherSpelling(other)]).toEqual([other, path])
  })

  it.each(['/api/sessions/:id/model', '/api/sessions/:id/slash-commands', '/api/machines/:id/pi'])(
    'leaves %s',
    (path) => {
      expect(otherSpelling(path)).toBe(path)
    },
  )
})

it('is remote-only in nothing a flavor does not have', () => {
  const stray = FLAVORS.flatMap((flavor) => [
    ...flavor.remoteOnly.filter((setting) => !supportsSetting(flavor, setting)),
    ...flavor.remoteOnlyModes.filter((mode) => !flavor.permissionModes.includes(mode)),
  ])
  expect(stray).toEqual([])
})

it('finds a flavor by either name alone', () => {
  expect([findFlavor('agentG'), findFlavor('opencode')]).toEqual([FLAVORS[6], FLAVORS[6]])
  expect([findFlavor('OpenCode'), findFlavor(''), findFlavor(null)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
