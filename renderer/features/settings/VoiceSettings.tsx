import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type CredentialStatus,
  getVoiceCredentials,
  updateVoiceCredentials,
  type VoiceCredentials,
  type VoiceCredentialsChange,
} from '../../../contract/voice.ts'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Section } from '../../ui/Section.tsx'
import { useHub } from '../connection/hub-context.ts'
import { useAction } from '../connection/use-action.ts'
import { OwnerQuery } from '../shell/OwnerQuery.tsx'
import { CompatibleServiceDialog, VoiceKeyDialog } from './VoiceDialogs.tsx'
import { KEY_SERVICES, type KeyService, keyChange, keyStatus } from './voice-services.ts'

const KEY = ['voice-credentials']

/** The keys of the services that turn speech into text, and where each comes from. */
export function VoiceSettings() {
  const { t } = useTranslation()
  const { client } = useHub()
  const queries = useQueryClient()
  const [asked, setAsked] = useState<KeyService | 'openaiCompatible'>()
  const action = useAction()
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => client.call(getVoiceCredentials, { signal }),
  })
  const save = async (body: VoiceCredentialsChange) => {
    queries.setQueryData(KEY, await client.call(updateVoiceCredentials, { body }))
    announce(t('settings.saved'))
  }
  const close = () => setAsked(undefined)
  return (
    <Section title={t('settings.voice')} hint={t('settings.voiceHint')}>
      <OwnerQuery
        query={query}
        loading={t('settings.loading')}
        failed={(reason) => t('settings.failed', { reason })}
      >
        {(credentials) => (
          <>
            <ul className="divide-y divide-line">
              {KEY_SERVICES.map((service) => {
                const status = keyStatus(credentials, service)
                const name = t(`settings.voiceService.${service}`)
                return (
                  <li key={service} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
                    <Service name={name} source={status} />
                    {status.editable && (
                      <Button
                        size="small"
                        aria-label={
                          status.configured
                            ? t('settings.changeKeyOf', { service: name })
                            : t('settings.setKeyOf', { service: name })
                        }
                        onClick={() => setAsked(service)}
                      >
                        {status.configured ? t('settings.changeKey') : t('settings.setKey')}
                      </Button>
                    )}
                    {status.editable && status.configured && (
                      <Button
                        size="small"
                        look="danger-quiet"
                        isBusy={action.isBusy}
                        aria-label={t('settings.removeKeyOf', { service: name })}
                        onClick={() => void action.run(() => save(keyChange(service, null)))}
                      >
                        {t('settings.removeKey')}
                      </Button>
                    )}
                  </li>
                )
              })}
              <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
                <Service
                  name={t('settings.voiceService.openaiCompatible')}
                  source={compatibleSource(credentials)}
                />
                {canEditCompatible(credentials) && (
                  <Button size="small" onClick={() => setAsked('openaiCompatible')}>
                    {t('settings.edit')}
                  </Button>
                )}
              </li>
            </ul>
            {action.error !== undefined && (
              <Notice kind="danger" className="mt-2">
                {t('settings.saveFailed', { reason: action.error })}
              </Notice>
            )}
            {asked === 'openaiCompatible' && (
              <CompatibleServiceDialog credentials={credentials} onSave={save} onClose={close} />
            )}
            {asked !== undefined && asked !== 'openaiCompatible' && (
              <VoiceKeyDialog service={asked} onSave={save} onClose={close} />
            )}
          </>
        )}
      </OwnerQuery>
    </Section>
  )
}

type Source = Pick<CredentialStatus, 'source' | 'hint'>

function Service({ name, source: { source, hint } }: { name: string; source: Source }) {
  const { t } = useTranslation()
  return (
    <p className="min-w-48 flex-1">
      <span className="block font-medium">{name}</span>
      <span className="block text-sm text-muted [overflow-wrap:anywhere]">
        {t(`settings.voiceSource.${source}`, { hint: hint ?? '…' })}
      </span>
    </p>
  )
}

/** What tells this service is its address, not its key, which it may not need. */
function compatibleSource({ openaiCompatible: { source, baseUrl } }: VoiceCredentials): Source {
  return { source, hint: baseUrl }
}

function canEditCompatible({ openaiCompatible: now }: VoiceCredentials): boolean {
  return now.baseUrlEditable || now.modelEditable || now.apiKey.editable
}
