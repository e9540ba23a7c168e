import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  getHubSettings,
  type HubSettings,
  type HubSettingsChange,
  updateHubSettings,
} from '../../../contract/hub-settings.ts'
import { announce } from '../../ui/announce.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Section } from '../../ui/Section.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { useHub } from '../connection/hub-context.ts'
import { useAction } from '../connection/use-action.ts'
import { OwnerQuery } from '../shell/OwnerQuery.tsx'

const KEY = ['hub-settings']

/** The settings of the hub about the line agents end their answers with. */
export function AgentSettings() {
  const { t } = useTranslation()
  const { client } = useHub()
  const queries = useQueryClient()
  const action = useAction()
  const query = useQuery({ queryKey: KEY, queryFn: ({ signal }) => client.call(getHubSettings, { signal }) })
  /** Shown at once; what the hub refuses goes back to what it was. */
  const change = async (settings: HubSettings, body: HubSettingsChange) => {
    queries.setQueryData(KEY, { ...settings, ...body })
    const isSaved = await action.run(async () => {
      queries.setQueryData(KEY, await client.call(updateHubSettings, { body }))
      announce(t('settings.saved'))
    })
    if (!isSaved) queries.setQueryData(KEY, settings)
  }
  return (
    <Section title={t('settings.agents')} hint={t('settings.fromSettings')}>
      <OwnerQuery
        query={query}
        loading={t('settings.loading')}
        failed={(reason) => t('settings.failed', { reason })}
      >
        {(settings) => (
          <div className="flex flex-col gap-3">
            {(['sessionSummaryContract', 'sessionSummaryInChat'] as const).map((key) => (
              <Switch
                key={key}
                label={t(`settings.${key}`)}
                hint={t(`settings.${key}Hint`)}
                isOn={settings[key]}
                isDisabled={action.isBusy}
                onChange={(isOn) => void change(settings, { [key]: isOn })}
              />
            ))}
            {action.error !== undefined && (
              <Notice kind="danger">{t('settings.saveFailed', { reason: action.error })}</Notice>
            )}
          </div>
        )}
      </OwnerQuery>
    </Section>
  )
}
