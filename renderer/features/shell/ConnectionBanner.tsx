import { CloudOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/Button.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useConnection, useHub, useUnsentCount } from '../connection/hub-context.ts'

/** Shorter interruptions heal before they are worth a word. */
const QUIET_MS = 3000

/** Says that what is shown may be old, once that has lasted; and when it is over. */
export function ConnectionBanner() {
  const { t } = useTranslation()
  const { store } = useHub()
  const { state } = useConnection()
  const unsent = useUnsentCount()
  const isLive = state === 'live'
  const [isShown, setShown] = useState(false)
  const wasShown = useRef(false)

  useEffect(() => {
    if (isLive) {
      setShown(false)
      if (wasShown.current) announce(t('connection.back'))
      wasShown.current = false
      return
    }
    const timer = setTimeout(() => {
      setShown(true)
      wasShown.current = true
      announce(t('connection.lost'))
    }, QUIET_MS)
    return () => clearTimeout(timer)
  }, [isLive, t])

  if (!isShown || isLive) return null
  const isOffline = state === 'offline'
  return (
    <div
      data-testid="connection-banner"
      className="flex shrink-0 items-center justify-center gap-2.5 border-b border-warn-line bg-warn-soft px-4 py-1.5 text-sm"
    >
      {isOffline ? <CloudOff size={16} className="shrink-0 text-warn" aria-hidden /> : <Spinner />}
      <span>
        {isOffline ? t('connection.offline') : t('connection.reconnecting')}
        {unsent > 0 && ` ${t('connection.unsent', { count: unsent })}`}
      </span>
      <Button size="small" look="quiet" onClick={() => store.retryNow()}>
        {t('connection.retry')}
      </Button>
    </div>
  )
}
