import { useCallback, useSyncExternalStore } from 'react'

interface Ticker {
  listeners: Set<() => void>
  timer: ReturnType<typeof setInterval> | undefined
  now: number
}

const tickers = new Map<number, Ticker>()

function tickerOf(everyMs: number): Ticker {
  const known = tickers.get(everyMs)
  if (known) return known
  const ticker: Ticker = { listeners: new Set(), timer: undefined, now: Date.now() }
  tickers.set(everyMs, ticker)
  return ticker
}

function subscribeTo(everyMs: number, listener: () => void): () => void {
  const ticker = tickerOf(everyMs)
  ticker.listeners.add(listener)
  if (ticker.timer === undefined) {
    ticker.now = Date.now()
    ticker.timer = setInterval(() => {
      ticker.now = Date.now()
      for (const each of ticker.listeners) each()
    }, everyMs)
  }
  return () => {
    ticker.listeners.delete(listener)
    if (ticker.listeners.size > 0) return
    clearInterval(ticker.timer)
    ticker.timer = undefined
  }
}

/** The time, epoch ms, renewed every `everyMs`; all users of one pace share one timer. */
export function useNow(everyMs: number): number {
  const subscribe = useCallback((listener: () => void) => subscribeTo(everyMs, listener), [everyMs])
  return useSyncExternalStore(subscribe, () => tickerOf(everyMs).now)
}
