/** Quotes and lists deeper than this overflow the stack of whoever draws them. */
const DEPTH_MAX = 40
/** Long enough for any answer; more than this keeps the page from answering for seconds. */
const LENGTH_MAX = 200_000

/** What stands before the words of a line: indentation, and the markers of quotes and lists. */
const BEGINNING = /^(?:[ \t]|>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))+/gm

/** Whether text can be drawn as Markdown in time; other text is shown as it was written. */
export function isDrawable(text: string): boolean {
  if (text.length > LENGTH_MAX) return false
  for (const [beginning] of text.matchAll(BEGINNING)) {
    // A level takes a marker, or two or more columns of the lines below it.
    if (beginning.replace(/[ \t]/g, '').length > DEPTH_MAX || beginning.length > DEPTH_MAX * 4) return false
  }
  return true
}
