import { useEffect } from 'react'

const PRODUCT = 'Svc Hub'

let page: string | undefined
let waiting = 0

function show(): void {
  const title = page === undefined ? PRODUCT : `${page} · ${PRODUCT}`
  document.title = waiting > 0 ? `(${waiting}) ${title}` : title
}

/** Names the page in the window's title while the component is there; undefined leaves that to another one. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return
    page = title
    show()
    return () => {
      // The next page may have put its name there already.
      if (page !== title) return
      page = undefined
      show()
    }
  }, [title])
}

/** Counts in the window's title how much waits for the person. */
export function showWaitingCount(count: number): void {
  waiting = count
  show()
}
