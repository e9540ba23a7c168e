import { useTranslation } from 'react-i18next'
import { findBridge } from '../../bridge.ts'
import { Section } from '../../ui/Section.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { PushDiagnostics, usePushDiagnostics } from '../devices/PushDiagnostics.tsx'
import { BrowserNotifications } from '../notifications/BrowserNotifications.tsx'
import { OwnerQuery } from '../shell/OwnerQuery.tsx'
import { useIsOwner } from '../shell/screens.ts'
import { InstallSettings } from '../web-app/InstallSettings.tsx'

/** How people are reached: this browser, and whatever else the owner's hub has. The desktop app notifies by itself. */
export function NotificationSettings() {
  const isOwner = useIsOwner()
  return (
    <>
      {!findBridge() && (
        <>
          <InstallSettings />
          <BrowserNotifications />
        </>
      )}
      {isOwner && <HubNotifications />}
    </>
  )
}

/** What the hub has to reach people with, and where it fails. */
function HubNotifications() {
  const { t } = useTranslation()
  const query = usePushDiagnostics()
  return (
    <Section
      title={t('settings.notifications')}
      hint={t('settings.notificationsHint')}
      aside={<TextLink to="/devices">{t('settings.phones')}</TextLink>}
    >
      <OwnerQuery
        query={query}
        loading={t('settings.loading')}
        failed={(reason) => t('settings.failed', { reason })}
        shape="h-11"
      >
        {({ diagnostics }) => (
          <div className="flex flex-col gap-2">
            {diagnostics.length === 0 && <p>{t('settings.channelOn')}</p>}
            <PushDiagnostics />
          </div>
        )}
      </OwnerQuery>
    </Section>
  )
}
