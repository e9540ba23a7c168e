import { useCallback, useEffect, useState } from 'react'
import type { DesktopSettings, DesktopState } from '../../../contract/desktop.ts'
import type { DesktopBridge } from '../../../contract/desktop-calls.ts'

export interface Desktop {
  /** Undefined until the app has answered for the first time. */
  state: DesktopState | undefined
  /** The app did not answer when the page asked for its state. */
  hasFailed: boolean
  isBusy: boolean
  /** The last call failed. */
  isRefused: boolean
  /** Asks the app for something; what it answers is shown at once. Never rejects. */
  call(ask: (bridge: DesktopBridge) => Promise<DesktopState>): Promise<void>
  /** Shown at once, and taken back when the app refuses. */
  change(settings: Partial<DesktopSettings>): Promise<void>
}

/** The state of the desktop app, live. */
export function useDesktop(bridge: DesktopBridge): Desktop {
  const [state, setState] = useState<DesktopState>()
  const [hasFailed, setFailed] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [isRefused, setRefused] = useState(false)

  useEffect(() => {
    let isShown = true
    const stop = bridge.onNews((news) => {
      if (news.type === 'state') setState(news.state)
    })
    bridge.state().then(
      (first) => isShown && setState((present) => present ?? first),
      () => isShown && setFailed(true),
    )
    return () => {
      isShown = false
      stop()
    }
  }, [bridge])

  const call = useCallback(
    async (ask: (bridge: DesktopBridge) => Promise<DesktopState>) => {
      setBusy(true)
      setRefused(false)
      try {
        setState(await ask(bridge))
      } catch {
        setRefused(true)
      } finally {
        setBusy(false)
      }
    },
    [bridge],
  )
  const change = useCallback(
    async (settings: Partial<DesktopSettings>) => {
      setState((present) => present && { ...present, settings: { ...present.settings, ...settings } })
      await call(async () => {
        try {
          return await bridge.changeSettings(settings)
        } catch (error) {
          setState(await bridge.state())
          throw error
        }
      })
    },
    [bridge, call],
  )
  return { state, hasFailed, isBusy, isRefused, call, change }
}
