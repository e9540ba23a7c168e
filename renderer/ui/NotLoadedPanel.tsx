import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { isTabStorageKept, tabStorage } from '../browser-storage.ts'
import { Button } from './Button.tsx'
import { Notice } from './Notice.tsx'

const LOOK_EVERY_MS = 3000
/** Where the moment of the last reload that nobody asked for is kept. */
const RELOADED_AT_KEY = 'svc.reloaded-at'
/** A page that lacks a part even after a reload is not loaded over and over. */
const RELOAD_AGAIN_AFTER_MS = 60_000

async function isHubThere(): Promise<boolean> {
  try {
    return (await fetch('/health', { cache: 'no-store' })).ok
  } catch {
    return false
  }
}

function reloadOnce(): void {
  // Nothing would remember that it was done, and the sign-in would be gone.
  if (!isTabStorageKept) return
  const reloadedAt = Number(tabStorage.getItem(RELOADED_AT_KEY) ?? 0)
  if (Math.abs(Date.now() - reloadedAt) < RELOAD_AGAIN_AFTER_MS) return
  tabStorage.setItem(RELOADED_AT_KEY, String(Date.now()))
  window.location.reload()
}

/** In the place of a part that did not arrive: where it can, it comes by itself as soon as the hub answers again. */
export function NotLoadedPanel() {
  const { t } = useTranslation()
  useEffect(() => {
    const look = async () => {
      if (await isHubThere()) reloadOnce()
    }
    void look()
    const timer = setInterval(() => void look(), LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  const reload = async () => {
    if (await isHubThere()) window.location.reload()
  }
  return (
    <div className="m-auto flex max-w-md flex-col gap-3 p-4">
      <Notice kind="warn">
        {t(isTabStorageKept ? 'panelError.notLoaded' : 'panelError.notLoadedByHand')}
      </Notice>
      <Button className="self-start" onClick={() => void reload()}>
        {t('common.tryAgain')}
      </Button>
    </div>
  )
}
