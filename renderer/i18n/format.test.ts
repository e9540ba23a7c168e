import { describe, expect, it } from 'vitest'
import {
  formatAge,
  formatDate,
  formatDuration,
  formatElapsed,
  formatFull,
  formatMoment,
  formatPercent,
  isoTime,
} from './format.ts'

const now = new Date('2026-06-15T12:00:00').getTime()

describe('formatAge', () => {
  it.each([
    [0, 'now'],
    [-5000, 'now'],
    [59_000, 'now'],
    [60_000, '1m'],
    [3_599_000, '59m'],
    [3_600_000, '1h'],
    [86_400_000, '1d'],
    [8 * 86_400_000, 'Jun 7'],
    [400 * 86_400_000, 'May 11, 2025'],
  ])('tells %i ms as %s', (age, text) => {
    expect(formatAge(now - age, now, 'en-US')).toBe(text)
  })
})

describe('formatElapsed', () => {
  it.each([
    [-1, '0:00'],
    [7400, '0:07'],
    [760_000, '12:40'],
    [3_729_000, '1:02:09'],
  ])('tells %i ms as %s', (duration, text) => {
    expect(formatElapsed(duration)).toBe(text)
  })
})

describe('formatDuration', () => {
  it.each([
    [0, '1 sec'],
    [59_400, '59 sec'],
    [90_000, '2 min'],
    [3_600_000, '1 hr'],
  ])('tells %i ms as %s', (duration, text) => {
    expect(formatDuration(duration, 'en-US')).toBe(text)
  })
})

describe('a moment no calendar has, from a clock that is wrong', () => {
  it.each([1e17, -1e17, Number.MAX_VALUE])('%d is still shown as some date', (at) => {
    const texts = [
      formatAge(at, now, 'en-US'),
      formatDate(at, now, 'en-US'),
      formatMoment(at, now, 'en-US'),
      formatFull(at, 'en-US'),
      isoTime(at),
    ]
    expect(texts.filter((text) => text === '' || text.includes('Invalid'))).toEqual([])
  })
})

describe('in Chinese', () => {
  it('ages, dates, durations, and shares read as they do there', () => {
    expect([
      formatAge(now, now, 'zh-CN'),
      formatAge(now - 5 * 60_000, now, 'zh-CN'),
      formatAge(now - 3 * 3_600_000, now, 'zh-CN'),
      formatAge(now - 400 * 86_400_000, now, 'zh-CN'),
      formatDuration(120_000, 'zh-CN'),
      formatPercent(0.256, 'zh-CN'),
    ]).toEqual(['现在', '5分钟前', '3小时前', '2025年5月11日', '2分钟', '26%'])
  })
})
