import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Section } from '../../ui/Section.tsx'
import { browserFacts } from '../notifications/push-tools.ts'
import { useInstallOffer } from './install-prompt.ts'

/** How to have the page as an app of its own; nothing where it is one already. */
export function InstallSettings() {
  const { t } = useTranslation()
  const install = useInstallOffer()
  const { isInstalled, isSecure } = browserFacts()
  if (isInstalled) return null
  return (
    <Section title={t('install.title')}>
      <p className="text-sm text-muted">
        {t('install.text')} {!install && (isSecure ? t('install.menu') : t('install.insecure'))}
      </p>
      {install && (
        <Button className="mt-3" onClick={() => void install()}>
          {t('install.action')}
        </Button>
      )}
    </Section>
  )
}
