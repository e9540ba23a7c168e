import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { languageOf } from '../../i18n/language.ts'
import { useConnection, useHub } from '../connection/hub-context.ts'
import { keepPushOn } from '../notifications/browser-push.ts'
import { keepNotificationLanguage } from '../notifications/notification-choices.ts'
import { browserTools } from '../notifications/push-tools.ts'
import { showToast } from '../toasts/toasts.ts'
import { appVersion } from './app-version.ts'
import { passOnAnswers } from './notification-answers.ts'
import { VersionNotice } from './VersionNotice.tsx'
import { findWorkerContainer } from './worker-container.ts'
import { readNews } from './worker-messages.ts'
import { takeAnswers } from './worker-store.ts'

/** The page's side of the service worker: installs it, does what notifications ask for, offers newer builds. */
export function WebAppHost() {
  useWorkerNews()
  useManifestLanguage()
  return <VersionNotice />
}

function useWorkerNews(): void {
  const { t, i18n } = useTranslation()
  const { client, store } = useHub()
  const { history } = useRouter()
  const isLive = useConnection().state === 'live'

  useEffect(() => {
    // Where there can be no worker, the page works without.
    if (import.meta.env.PROD) appVersion.register().catch(() => undefined)
  }, [])

  const hasAsked = useRef(false)
  useEffect(() => {
    if (!isLive || hasAsked.current) return
    hasAsked.current = true
    void keepPushOn(browserTools(client))
  }, [client, isLive])

  useEffect(() => {
    keepNotificationLanguage(languageOf('system', [i18n.language])).catch(() => undefined)
  }, [i18n.language])

  useEffect(() => {
    const answers = () => {
      const work = passOnAnswers({
        actions: store.actions,
        take: takeAnswers,
        now: Date.now,
        tell: (outcome, { sessionId }) =>
          showToast({
            title: t(`answered.${outcome}`),
            path: `/sessions/${encodeURIComponent(sessionId)}`,
            kind: outcome === 'allow' || outcome === 'deny' ? 'info' : 'danger',
          }),
      })
      // A browser without a store has no answers either.
      work.catch(() => undefined)
    }
    const onMessage = ({ data }: MessageEvent) => {
      const news = readNews(data)
      if (news?.type === 'open') history.push(news.path)
      else if (news?.type === 'answered') answers()
      else if (news) void keepPushOn(browserTools(client))
    }
    answers()
    const container = findWorkerContainer()
    container?.addEventListener('message', onMessage)
    return () => container?.removeEventListener('message', onMessage)
  }, [client, store, history, t])
}

/** What the system shows of an installed app is read from a manifest in the language of the page. */
function useManifestLanguage(): void {
  const { i18n } = useTranslation()
  const isChinese = i18n.language.startsWith('zh')
  useEffect(() => {
    const link = document.querySelector('link[rel="manifest"]')
    link?.setAttribute('href', isChinese ? '/manifest.zh-CN.webmanifest' : '/manifest.webmanifest')
  }, [isChinese])
}
