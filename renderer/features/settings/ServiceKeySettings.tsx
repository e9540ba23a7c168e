import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type ConfigurationEntry,
  ServiceKeysChange,
  updateServiceKeys,
} from '../../../contract/hub-configuration.ts'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Section } from '../../ui/Section.tsx'
import { useHub } from '../connection/hub-context.ts'
import { useAction } from '../connection/use-action.ts'
import { OwnerQuery } from '../shell/OwnerQuery.tsx'
import { RestartOffer } from './RestartOffer.tsx'
import { CONFIGURATION_KEY, useConfiguration } from './use-configuration.ts'
import { Buttons, Problem, SecretField } from './VoiceDialogs.tsx'

const SERVICES = ['messagingBotToken', 'pushGatewaySendKey'] as const
type Service = (typeof SERVICES)[number]

/** The keys of the services that tell people in a chat. */
export function ServiceKeySettings() {
  const { t } = useTranslation()
  const { client } = useHub()
  const queries = useQueryClient()
  const [asked, setAsked] = useState<Service>()
  const action = useAction()
  const query = useConfiguration()
  const save = async (body: ServiceKeysChange) => {
    queries.setQueryData(CONFIGURATION_KEY, await client.call(updateServiceKeys, { body }))
    announce(t('settings.saved'))
  }
  return (
    <Section title={t('serviceKeys.title')} hint={t('serviceKeys.hint')}>
      <OwnerQuery
        query={query}
        loading={t('settings.loading')}
        failed={(reason) => t('settings.failed', { reason })}
      >
        {({ entries }) => {
          const rows = entries.filter(({ key }) => (SERVICES as readonly string[]).includes(key))
          return (
            <>
              <ul className="divide-y divide-line">
                {rows.map((entry) => (
                  <ServiceRow
                    key={entry.key}
                    entry={entry}
                    isBusy={action.isBusy}
                    onAsk={setAsked}
                    onRemove={(service) => void action.run(() => save({ [service]: null }))}
                  />
                ))}
              </ul>
              {rows.some(({ needsRestart }) => needsRestart) && <RestartOffer />}
              {action.error !== undefined && (
                <Notice kind="danger" className="mt-2">
                  {t('settings.saveFailed', { reason: action.error })}
                </Notice>
              )}
              {asked !== undefined && (
                <ServiceKeyDialog service={asked} onSave={save} onClose={() => setAsked(undefined)} />
              )}
            </>
          )
        }}
      </OwnerQuery>
    </Section>
  )
}

interface ServiceRowProps {
  entry: ConfigurationEntry
  isBusy: boolean
  onAsk: (service: Service) => void
  onRemove: (service: Service) => void
}

function ServiceRow({ entry, isBusy, onAsk, onRemove }: ServiceRowProps) {
  const { t } = useTranslation()
  const { source, needsRestart } = entry
  const service = entry.key as Service
  const name = t(`serviceKeys.service.${service}`)
  const isKept = source === 'file'
  const state = source === 'environment' ? 'fixed' : isKept ? 'kept' : 'none'
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <p className="min-w-48 flex-1">
        <span className="block font-medium">{name}</span>
        <span className="block text-sm text-muted [overflow-wrap:anywhere]">
          {t(`serviceKeys.state.${state}`, { variable: entry.variable ?? '' })}
          {needsRestart && ` (${t('configuration.waits')})`}
        </span>
      </p>
      {source !== 'environment' && (
        <Button
          size="small"
          aria-label={t(isKept ? 'settings.changeKeyOf' : 'settings.setKeyOf', { service: name })}
          onClick={() => onAsk(service)}
        >
          {t(isKept ? 'settings.changeKey' : 'settings.setKey')}
        </Button>
      )}
      {isKept && (
        <Button
          size="small"
          look="danger-quiet"
          isBusy={isBusy}
          aria-label={t('settings.removeKeyOf', { service: name })}
          onClick={() => onRemove(service)}
        >
          {t('settings.removeKey')}
        </Button>
      )}
    </li>
  )
}

interface ServiceKeyDialogProps {
  service: Service
  onSave: (change: ServiceKeysChange) => Promise<void>
  onClose: () => void
}

function ServiceKeyDialog({ service, onSave, onClose }: ServiceKeyDialogProps) {
  const { t } = useTranslation()
  const [key, setKey] = useState('')
  const [isWrong, setWrong] = useState(false)
  const action = useAction()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const change = ServiceKeysChange.safeParse({ [service]: key })
    setWrong(!change.success)
    if (change.success && (await action.run(() => onSave(change.data)))) onClose()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('settings.keyOf', { service: t(`serviceKeys.service.${service}`) })}
      description={t('serviceKeys.where')}
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        <SecretField label={t('settings.key')} value={key} onChange={setKey} />
        <Problem text={isWrong ? t('settings.keyInvalid') : action.error} />
        <Buttons isBusy={action.isBusy} onClose={onClose} />
      </form>
    </Dialog>
  )
}
