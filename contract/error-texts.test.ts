import { expect, it } from 'vitest'
import { ERROR_TEXTS, type ErrorTextName, errorText, readErrorText } from './error-texts.ts'

it.each(Object.keys(ERROR_TEXTS) as ErrorTextName[])('knows %s again, with what is in it', (name) => {
  const value = ERROR_TEXTS[name].includes('{}') ? 'a (b) {} $& c' : ''
  expect(readErrorText(errorText(name, value))).toEqual({ name, value })
})

it.each(['', 'Session is inactive.', 'session is inactive', 'The agent did not take'])(
  'does not take %j for one of them',
  (text) => {
    expect(readErrorText(text)).toBeUndefined()
  },
)
