import { expect, it } from 'vitest'
import { LocalDays } from './local-days.ts'

it.each([
  ['UTC', '2026-03-01T23:59:00Z', '2026-03-01'],
  ['Asia/Kolkata', '2026-03-01T18:29:00Z', '2026-03-01'],
  ['Asia/Kolkata', '2026-03-01T18:30:00Z', '2026-03-02'],
  ['Asia/Kathmandu', '2026-03-01T18:15:00Z', '2026-03-02'],
  ['America/New_York', '2026-03-08T04:59:00Z', '2026-03-07'],
  ['America/New_York', '2026-03-09T03:59:00Z', '2026-03-08'],
  ['America/New_York', '2026-03-09T04:00:00Z', '2026-03-09'],
  ['Europe/Berlin', '2026-10-25T22:59:00Z', '2026-10-25'],
  ['Europe/Berlin', '2026-10-25T23:00:00Z', '2026-10-26'],
  ['Pacific/Kiritimati', '2026-12-31T10:00:00Z', '2027-01-01'],
])('names the day in %s at %s', (zone, at, day) => {
  expect(new LocalDays(zone).keyOf(Date.parse(at))).toBe(day)
})

it.each([
  ['UTC', '2026-03-01T23:59:00Z', 7, 23],
  ['UTC', '2026-03-02T00:00:00Z', 1, 0],
  ['Asia/Kathmandu', '2026-03-01T18:15:00Z', 1, 0],
  ['America/New_York', '2026-03-08T06:45:00Z', 7, 1],
  ['America/New_York', '2026-03-08T07:00:00Z', 7, 3],
  ['Europe/Berlin', '2026-10-25T00:45:00Z', 7, 2],
  ['Europe/Berlin', '2026-10-25T01:45:00Z', 7, 2],
])('names the hour of the week in %s at %s', (zone, at, weekday, hour) => {
  expect(new LocalDays(zone).hourOf(Date.parse(at))).toEqual({ weekday, hour })
})

it.each([
  ['UTC', '2026-03-01T23:59:00Z', 0, '2026-03-01T00:00:00Z'],
  ['UTC', '2026-03-01T00:00:00Z', -6, '2026-02-23T00:00:00Z'],
  ['Asia/Kolkata', '2026-03-01T18:29:00Z', 0, '2026-02-28T18:30:00Z'],
  ['Asia/Kathmandu', '2026-03-01T18:15:00Z', 0, '2026-03-01T18:15:00Z'],
  // The week in which clocks go back has 169 hours, the one in which they go forward 167.
  ['America/New_York', '2026-11-02T04:30:00Z', -6, '2026-10-26T04:00:00Z'],
  ['America/New_York', '2026-11-02T05:00:00Z', -1, '2026-11-01T04:00:00Z'],
  ['America/New_York', '2026-03-08T18:00:00Z', 0, '2026-03-08T05:00:00Z'],
  // Here the clocks go forward at midnight: the day begins at one.
  ['America/Santiago', '2026-09-06T12:00:00Z', 0, '2026-09-06T04:00:00Z'],
  ['Pacific/Kiritimati', '2026-12-31T10:00:00Z', 0, '2026-12-31T10:00:00Z'],
  ['Etc/GMT+12', '2026-12-31T11:59:00Z', 0, '2026-12-30T12:00:00Z'],
])('finds the start of the day in %s at %s, %d days on', (zone, at, count, start) => {
  expect(new Date(new LocalDays(zone).startOf(Date.parse(at), count))).toEqual(new Date(start))
})
