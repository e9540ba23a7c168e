import { useTranslation } from 'react-i18next'
import type { ConfigurationEntry } from '../../../contract/hub-configuration.ts'
import { chosenValue } from './network-choice.ts'

/** Who set a network setting, and whether it is in force yet. */
export function NetworkSource({ entry }: { entry: ConfigurationEntry }) {
  const { t } = useTranslation()
  const { source, variable, needsRestart } = entry
  const words = () => {
    if (source === 'environment') return t('network.fixed', { variable: variable ?? '' })
    return source === 'default' && chosenValue(entry) === ''
      ? t('network.none')
      : t(`network.source.${source}`)
  }
  return (
    <p className="text-sm text-muted">
      {words()}
      {needsRestart && <strong className="font-medium text-ink"> {t('network.waits')}</strong>}
    </p>
  )
}
