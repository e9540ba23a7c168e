import type { Page } from '@playwright/test'

/**
 * What lies outside of its page or is cut by what it lies in, sideways: one line for each. Not what scrolls by
 * itself (tables, code), ends in an ellipsis on purpose or is for screen readers alone.
 */
export function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()} “${(element.textContent ?? '').trim().slice(0, 50)}” (${element.getAttribute('class') ?? ''})`
    const scrolls = (element: Element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowX)
    const clips = (element: Element) => ['hidden', 'clip'].includes(getComputedStyle(element).overflowX)
    /** A line of its own that says “…” where it ends. */
    const endsInEllipsis = (element: Element) => {
      const { textOverflow, webkitLineClamp } = getComputedStyle(element)
      return textOverflow === 'ellipsis' || webkitLineClamp !== 'none'
    }
    const found: string[] = []
    for (const element of document.body.querySelectorAll('*')) {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      const box = element.getBoundingClientRect()
      if (box.width <= 1 || box.height <= 1) continue
      let [left, right] = [0, width]
      let isCutOnPurpose = false
      for (let around = element.parentElement; around; around = around.parentElement) {
        const frame = around.getBoundingClientRect()
        const isForReaders = frame.width <= 1 && clips(around)
        // The one column of a screen scrolls up and down alone, whatever its style would let it do.
        const isTable =
          scrolls(around) &&
          around.scrollWidth > around.clientWidth &&
          (around.matches('pre') || around.querySelector('table, pre, svg') !== null)
        if (isForReaders || endsInEllipsis(around) || isTable) isCutOnPurpose = true
        if (isCutOnPurpose) break
        if (clips(around) || scrolls(around)) {
          left = Math.max(left, frame.left)
          right = Math.min(right, frame.right)
        }
      }
      if (isCutOnPurpose) continue
      if (box.left < left - 1 || box.right > right + 1) {
        found.push(
          `${nameOf(element)}: ${Math.round(box.left)}–${Math.round(box.right)} of ${Math.round(left)}–${Math.round(right)}`,
        )
      } else if (
        clips(element) &&
        !endsInEllipsis(element) &&
        element.scrollWidth > element.clientWidth + 1
      ) {
        found.push(`${nameOf(element)}: ${element.scrollWidth} wide in ${element.clientWidth}`)
      }
    }
    return found
  })
}
