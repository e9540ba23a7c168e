import type { OwnerBrowser } from '../../../contract/owner.ts'

/** What somebody did at a time, for the first time or again. */
export interface Registration {
  id: string | number
  seenAt: number
}

/** What registered since `before`, for the first time or again, the newest first. */
export function newDevices<Device extends Registration>(
  before: readonly Registration[],
  now: readonly Device[],
): Device[] {
  const seen = new Map(before.map(({ id, seenAt }) => [id, seenAt]))
  return now
    .filter(({ id, seenAt }) => seenAt > (seen.get(id) ?? Number.NEGATIVE_INFINITY))
    .sort((a, b) => b.seenAt - a.seenAt)
}

/** The browsers that somebody signed in with; going on to be signed in does not count. */
export function signIns<Browser extends Pick<OwnerBrowser, 'signedInAt'>>(browsers: readonly Browser[]) {
  return browsers.flatMap((browser) =>
    browser.signedInAt === null ? [] : [{ ...browser, seenAt: browser.signedInAt }],
  )
}
