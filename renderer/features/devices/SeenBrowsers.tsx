import { useQuery } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { OWNER_NAMESPACE } from '../../../contract/auth.ts'
import { listBrowsers, type OwnerBrowser } from '../../../contract/owner.ts'
import { Section } from '../../ui/Section.tsx'
import { Age } from '../../ui/Time.tsx'
import { useNow } from '../../ui/use-ticker.ts'
import { useHub } from '../connection/hub-context.ts'
import { NewCodeLink } from '../pairing/NewCodeLink.tsx'
import { OwnerQuery } from '../shell/OwnerQuery.tsx'
import { browserText, isHandheld } from './browser-words.ts'

const MINUTE_MS = 60_000

/** The browsers that use the hub, and when each was last seen. */
export function SeenBrowsers() {
  const { t } = useTranslation()
  const { client } = useHub()
  const query = useQuery({
    queryKey: ['browsers'],
    queryFn: ({ signal }) => client.call(listBrowsers, { signal }),
    refetchInterval: 15_000,
    staleTime: 0,
  })
  return (
    <Section title={t('browsers.title')} hint={t('browsers.hint')}>
      <OwnerQuery
        query={query}
        loading={t('browsers.loading')}
        failed={(reason) => t('browsers.failed', { reason })}
      >
        {({ browsers }) =>
          browsers.length === 0 ? (
            <p className="text-sm text-muted">{t('browsers.none')}</p>
          ) : (
            <>
              <ul className="divide-y divide-line">
                {browsers.map((browser) => (
                  <BrowserRow key={browser.id} browser={browser} />
                ))}
              </ul>
              <p className="mt-3 text-sm text-muted">
                {t('browsers.strange')} <NewCodeLink />
              </p>
            </>
          )
        }
      </OwnerQuery>
    </Section>
  )
}

function BrowserRow({ browser }: { browser: OwnerBrowser }) {
  const { t } = useTranslation()
  const { namespace, address, seenAt, isOpen, isCaller } = browser
  const Icon = isHandheld(browser) ? Smartphone : Monitor
  return (
    <li className="flex items-start gap-3 py-2.5">
      <Icon size={20} aria-hidden className="mt-0.5 shrink-0 text-faint" />
      <p className="min-w-0 flex-1">
        <span className="block font-medium">{browserText(browser, t)}</span>
        <span className="block text-sm text-muted [overflow-wrap:anywhere]">
          {isCaller && <>{t('browsers.thisOne')} · </>}
          {namespace !== OWNER_NAMESPACE && <>{t('devices.namespace', { namespace })} · </>}
          {isOpen ? t('browsers.open') : <LastOpen at={seenAt} />}
          {address !== null && <> · {t('browsers.from', { address })}</>}
        </span>
      </p>
    </li>
  )
}

function LastOpen({ at }: { at: number }) {
  const { t } = useTranslation()
  // “Last open now” would read as if it were.
  if (useNow(30_000) - at < MINUTE_MS) return t('browsers.momentAgo')
  return (
    <>
      {t('browsers.lastSeen')} <Age at={at} />
    </>
  )
}
