import { expect, it } from 'vitest'
import { heatLevel, heatRows, hourName, weekdayName } from './usage-hours.ts'

const hour = (weekday: number, at: number, totalTokens = 1) => ({
  weekday,
  hour: at,
  totalTokens,
  requests: 1,
})

it('has a cell for every hour of the week', () => {
  const rows = heatRows([hour(1, 0), hour(7, 23, 5)])
  expect(rows.map(({ weekday, cells }) => [weekday, cells.length])).toEqual(
    [1, 2, 3, 4, 5, 6, 7].map((weekday) => [weekday, 24]),
  )
  expect([rows[0]?.cells[0]?.totalTokens, rows[6]?.cells[23]?.totalTokens, rows[3]?.cells[12]]).toEqual([
    1,
    5,
    undefined,
  ])
})

it.each([
  [0, 100, 0],
  [1, 100, 1],
  [6, 100, 1],
  [7, 100, 2],
  [25, 100, 2],
  [56, 100, 3],
  [57, 100, 4],
  [100, 100, 4],
  [0, 0, 0],
])('colours %d of %d as %d', (tokens, most, level) => {
  expect(heatLevel(tokens, most)).toBe(level)
})

it('names days and hours in the reader’s language', () => {
  expect([weekdayName(1, 'long', 'en'), weekdayName(7, 'short', 'zh-CN')]).toEqual(['Monday', '周日'])
  // Which blank stands before PM is up to the system's language data.
  const hours = [hourName(23, 'en-GB'), hourName(14, 'en-US')].map((text) => text.replaceAll(/\s/g, ' '))
  expect(hours).toEqual(['23:00 – 0:00', '2:00 PM – 3:00 PM'])
})
