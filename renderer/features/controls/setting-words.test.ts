import type { TFunction } from 'i18next'
import { expect, it } from 'vitest'
import type { Setting } from '../../../contract/flavors.ts'
import { makeSession } from '../../testing/factories.ts'
import { buttonWord, valueWord } from './setting-words.ts'

const t = ((key: string, values: object = {}) =>
  [key, ...Object.values(values)].join(' ')) as unknown as TFunction

it.each([
  ['effort', { effort: 'high' }, 'controls.level.high', 'controls.thinking controls.level.high'],
  ['effort', {}, 'controls.automatic', 'controls.thinking controls.automatic'],
  ['model', {}, 'controls.usualModel', 'controls.usualModel'],
  ['permissionMode', {}, 'controls.mode.ask', 'controls.mode.ask'],
] satisfies [Setting, object, string, string][])(
  'says what %s is with %j beside its name, and on a button without',
  (setting, changes, beside, alone) => {
    const session = makeSession({ metadata: { path: '/work', flavor: 'claude' }, ...changes })
    expect([valueWord(session, setting, t), buttonWord(session, setting, t)]).toEqual([beside, alone])
  },
)
