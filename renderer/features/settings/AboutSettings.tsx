import { LogOut } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { OWNER_NAMESPACE, PROTOCOL_VERSION } from '../../../contract/auth.ts'
import { version } from '../../../package.json'
import { Button } from '../../ui/Button.tsx'
import { Section } from '../../ui/Section.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { useHub, useSnapshot } from '../connection/hub-context.ts'
import { openShortcuts } from '../shortcuts/shortcuts-state.ts'

/** What this is, whose it is, and the way out. */
export function AboutSettings() {
  const { t } = useTranslation()
  const { client, signOut } = useHub()
  const namespace = useSnapshot(() => client.namespace())
  return (
    <Section title={t('settings.about')} aside={<TextLink to="/check-up">{t('settings.health')}</TextLink>}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        <dt className="text-muted">{t('settings.version')}</dt>
        <dd>
          Svc Hub {version}, {t('settings.licence')}
        </dd>
        <dt className="text-muted">{t('settings.protocol')}</dt>
        <dd>{PROTOCOL_VERSION}</dd>
        <dt className="text-muted">{t('settings.hub')}</dt>
        <dd className="min-w-0 [overflow-wrap:anywhere]">{client.baseUrl}</dd>
        {namespace !== undefined && (
          <>
            <dt className="text-muted">{t('settings.namespace')}</dt>
            <dd>{namespace === OWNER_NAMESPACE ? t('settings.owner') : namespace}</dd>
          </>
        )}
      </dl>
      <p className="mt-3 flex flex-wrap gap-x-5 gap-y-2 text-sm">
        <button
          type="button"
          onClick={openShortcuts}
          className="tap inline-flex items-center font-medium text-accent underline"
        >
          {t('shortcuts.title')}
        </button>
        <TextLink to="/developer-api">{t('api.title')}</TextLink>
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button icon={<LogOut size={16} aria-hidden />} onClick={signOut}>
          {t('shell.signOut')}
        </Button>
        <p className="text-sm text-muted">{t('settings.signOutHint')}</p>
      </div>
    </Section>
  )
}
