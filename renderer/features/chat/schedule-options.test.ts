import { describe, expect, it } from 'vitest'
import { readFieldValue, scheduleOptions, toFieldValue } from './schedule-options.ts'

const time = (text: string) => new Date(text).getTime()
const options = (now: string) => scheduleOptions(time(now)).map(({ key, at }) => `${key} ${toFieldValue(at)}`)

describe('scheduleOptions', () => {
  it('offers an hour, tonight and tomorrow morning', () => {
    expect(options('2026-06-30T12:10:30')).toEqual([
      'inOneHour 2026-06-30T13:10',
      'tonight 2026-06-30T20:00',
      'tomorrowMorning 2026-07-01T09:00',
    ])
  })

  it.each(['2026-06-30T18:45:00', '2026-06-30T23:30:00'])('does not offer tonight at %s', (now) => {
    expect(options(now).some((option) => option.startsWith('tonight'))).toBe(false)
  })
})

describe('readFieldValue', () => {
  const now = time('2026-06-15T12:00')
  it.each([
    ['', 'empty'],
    ['2026-06-15T11:59', 'past'],
    ['2026-06-22T12:01', 'too-far'],
    ['2026-06-22T12:00', time('2026-06-22T12:00')],
  ])('reads %j as %s', (value, result) => {
    expect(readFieldValue(value, now)).toBe(result)
  })
})
