import { useTranslation } from 'react-i18next'
import { Notice } from '../../ui/Notice.tsx'
import { Section } from '../../ui/Section.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { usePushDiagnostics } from '../devices/PushDiagnostics.tsx'
import { OwnerQuery } from '../shell/OwnerQuery.tsx'

/** What the hub has to reach people with, and where it fails. */
export function NotificationSettings() {
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
            {diagnostics.map(({ channel, isProblem, message }) => (
              <Notice key={channel + message} kind={isProblem ? 'warn' : 'info'}>
                {message}
              </Notice>
            ))}
          </div>
        )}
      </OwnerQuery>
    </Section>
  )
}
