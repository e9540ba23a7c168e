import { describe, expect, it } from 'vitest'
import { makePage } from '../testing/factories.ts'
import { EMPTY_WINDOW } from './message-window.ts'
import { firstTailRequest, nextTailStep } from './tail-sync.ts'

const held = { ...EMPTY_WINDOW, epoch: 3, tail: { at: 9000, seq: 9 } }
const after = { limit: 200, afterSeq: 9, afterAt: 9000, epoch: 3 }

describe('the first request', () => {
  it.each([
    ['a cold window', EMPTY_WINDOW, 'open', { limit: 20 }],
    ['a reset that is due', { ...held, needsReset: true }, 'resync', { limit: 200 }],
    ['a cached window that missed events', held, 'open', { limit: 20 }],
    ['a cached window that missed none', { ...held, isInSync: true }, 'open', after],
    ['a gap while it is shown', held, 'resync', after],
  ] as const)('for %s', (_, window, reason, expected) => {
    expect(firstTailRequest(window, reason)).toEqual(expected)
  })
})

describe('the next step', () => {
  const page = (changes: object) => makePage([], { direction: 'after', epoch: 3, ...changes }).page

  it('stops and replaces on a reset', () => {
    expect(nextTailStep(after, page({ direction: 'latest', reset: true }))).toEqual({
      apply: 'replace',
      next: undefined,
      isStalled: false,
    })
  })

  it('stops after the last page', () => {
    expect(nextTailStep(after, page({ nextAfterSeq: 12, nextAfterAt: 12_000 }))).toEqual({
      apply: 'merge',
      next: undefined,
      isStalled: false,
    })
  })

  it.each([
    ['is the newest row', { snapshotHeadSeq: 9, snapshotHeadAt: 9000 }, false],
    ['was met by newer rows', { snapshotHeadSeq: 4, snapshotHeadAt: 9001 }, false],
    ['is of a later moment than the newest row', { snapshotHeadSeq: 12, snapshotHeadAt: 8999 }, true],
    ['is of its moment, and later', { snapshotHeadSeq: 8, snapshotHeadAt: 9000 }, true],
  ])('takes the latest page only when a cursor is ahead of the hub: it %s', (_, head, isStalled) => {
    expect(nextTailStep(after, page(head)).isStalled).toBe(isStalled)
  })

  it('goes on to the head of the first answer, whatever later answers name', () => {
    const more = { hasMore: true, nextAfterSeq: 209, nextAfterAt: 209_000 }
    const first = nextTailStep(after, page({ ...more, snapshotHeadSeq: 500, snapshotHeadAt: 500_000 }))
    const second = nextTailStep(
      first.next ?? {},
      page({
        hasMore: true,
        nextAfterSeq: 409,
        nextAfterAt: 409_000,
        snapshotHeadSeq: 600,
        snapshotHeadAt: 600_000,
      }),
    )
    expect([first.next, second.next]).toEqual([
      { limit: 200, afterSeq: 209, afterAt: 209_000, untilSeq: 500, untilAt: 500_000, epoch: 3 },
      { limit: 200, afterSeq: 409, afterAt: 409_000, untilSeq: 500, untilAt: 500_000, epoch: 3 },
    ])
  })

  it.each([
    ['stands still', { nextAfterSeq: 9, nextAfterAt: 9000 }],
    ['moves back', { nextAfterSeq: 10, nextAfterAt: 8000 }],
    ['is missing', {}],
  ])('aborts when the cursor %s', (_, cursor) => {
    expect(nextTailStep(after, page({ hasMore: true, ...cursor }))).toEqual({
      apply: 'merge',
      next: undefined,
      isStalled: true,
    })
  })

  it('advances by seq alone among rows of one moment', () => {
    expect(nextTailStep(after, page({ hasMore: true, nextAfterSeq: 10, nextAfterAt: 9000 })).isStalled).toBe(
      false,
    )
  })
})
