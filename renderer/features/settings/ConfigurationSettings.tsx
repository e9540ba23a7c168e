import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConfigurationEntry, HubConfiguration } from '../../../contract/hub-configuration.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Section } from '../../ui/Section.tsx'
import { OwnerQuery } from '../shell/OwnerQuery.tsx'
import { RestartOffer } from './RestartOffer.tsx'
import { useConfiguration } from './use-configuration.ts'

/** Every setting of the hub: its value, who set it, and what waits for a restart. */
export function ConfigurationSettings() {
  const { t } = useTranslation()
  const query = useConfiguration()
  return (
    <Section title={t('configuration.title')} hint={t('configuration.hint')}>
      <OwnerQuery
        query={query}
        loading={t('configuration.loading')}
        failed={(reason) => t('configuration.failed', { reason })}
      >
        {(configuration) => <Configuration configuration={configuration} />}
      </OwnerQuery>
    </Section>
  )
}

function Configuration({ configuration }: { configuration: HubConfiguration }) {
  const { t } = useTranslation()
  const [showsDefaults, setShowsDefaults] = useState(false)
  const { entries, problem, restartRequired, settingsPath, dataFolder } = configuration
  const isChosen = ({ source, needsRestart }: ConfigurationEntry) => source !== 'default' || needsRestart
  const defaults = entries.filter((entry) => !isChosen(entry)).length
  return (
    <div className="flex flex-col gap-3">
      {problem !== null && <Notice kind="danger">{t('configuration.problem', { reason: problem })}</Notice>}
      {restartRequired && problem === null && <RestartOffer />}
      <dl className="grid gap-x-4 text-sm sm:grid-cols-[auto_1fr]">
        <dt className="text-muted">{t('configuration.file')}</dt>
        <dd className="font-mono [overflow-wrap:anywhere]">{settingsPath}</dd>
        <dt className="text-muted">{t('configuration.folder')}</dt>
        <dd className="font-mono [overflow-wrap:anywhere]">{dataFolder}</dd>
      </dl>
      <table className="w-full text-left text-sm">
        <thead className="text-muted">
          <tr>
            <th scope="col" className="py-1 pr-3 font-medium">
              {t('configuration.setting')}
            </th>
            <th scope="col" className="py-1 pr-3 font-medium">
              {t('configuration.value')}
            </th>
            <th scope="col" className="py-1 font-medium">
              {t('configuration.source')}
            </th>
          </tr>
        </thead>
        <tbody>
          {entries
            .filter((entry) => showsDefaults || isChosen(entry))
            .map((entry) => (
              <Row key={entry.key} entry={entry} />
            ))}
        </tbody>
      </table>
      {defaults > 0 && (
        <Button
          size="small"
          look="quiet"
          className="-ml-3 self-start"
          aria-expanded={showsDefaults}
          onClick={() => setShowsDefaults(!showsDefaults)}
        >
          {showsDefaults
            ? t('configuration.hideDefaults')
            : t('configuration.showDefaults', { count: defaults })}
        </Button>
      )}
    </div>
  )
}

function Row({ entry }: { entry: ConfigurationEntry }) {
  const { t } = useTranslation()
  const { key, variable, source, isSet, value, needsRestart } = entry
  return (
    <tr className="border-t border-line align-top">
      <th scope="row" className="py-1.5 pr-3 font-mono font-normal [overflow-wrap:anywhere]">
        {/* A narrow column breaks a name between its words. */}
        {key.split(/(?=[A-Z])/).flatMap((word) => [<wbr key={word} />, word])}
        {source === 'environment' && <span className="block text-xs text-muted">{variable}</span>}
      </th>
      <td className="py-1.5 pr-3 [overflow-wrap:anywhere]">
        {value ?? (
          <span className="text-muted">{t(isSet ? 'configuration.isSecret' : 'configuration.notSet')}</span>
        )}
      </td>
      <td className="py-1.5 [overflow-wrap:anywhere]">
        {t(`configuration.sources.${source}`)}
        {needsRestart && <strong className="block text-xs font-medium">{t('configuration.waits')}</strong>}
      </td>
    </tr>
  )
}
