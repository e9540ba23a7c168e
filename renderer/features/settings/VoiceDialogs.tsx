import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  CREDENTIAL_MAX_LENGTH,
  type VoiceCredentials,
  VoiceCredentialsChange,
} from '../../../contract/voice.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useAction } from '../connection/use-action.ts'
import { compatibleChange, type KeyService, keyChange } from './voice-services.ts'

interface SaveProps {
  onSave: (change: VoiceCredentialsChange) => Promise<void>
  onClose: () => void
}

/** Asks for the key of one service. */
export function VoiceKeyDialog({ service, onSave, onClose }: SaveProps & { service: KeyService }) {
  const { t } = useTranslation()
  const [key, setKey] = useState('')
  const [isWrong, setWrong] = useState(false)
  const action = useAction()
  const name = t(`settings.voiceService.${service}`)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const change = VoiceCredentialsChange.safeParse(keyChange(service, key.trim()))
    setWrong(!change.success || key.trim() === '')
    if (!change.success || key.trim() === '') return
    if (await action.run(() => onSave(change.data))) onClose()
  }
  return (
    <Dialog isOpen onClose={onClose} title={t('settings.keyOf', { service: name })}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <SecretField label={t('settings.key')} value={key} onChange={setKey} />
        <Problem text={isWrong ? t('settings.keyInvalid') : action.error} />
        <Buttons isBusy={action.isBusy} onClose={onClose} />
      </form>
    </Dialog>
  )
}

/** Asks for address, model and key of any service that speaks OpenAI's protocol. */
export function CompatibleServiceDialog({
  credentials,
  onSave,
  onClose,
}: SaveProps & { credentials: VoiceCredentials }) {
  const { t } = useTranslation()
  const { openaiCompatible: now } = credentials
  const [form, setForm] = useState({ baseUrl: now.baseUrl ?? '', model: now.model ?? '', apiKey: '' })
  const [isWrong, setWrong] = useState(false)
  const action = useAction()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const change = compatibleChange(credentials, form)
    if (!change) return onClose()
    const checked = VoiceCredentialsChange.safeParse(change)
    setWrong(!checked.success)
    if (checked.success && (await action.run(() => onSave(checked.data)))) onClose()
  }
  const fixed = (isEditable: boolean) => (isEditable ? {} : { hint: t('settings.fixedByEnv') })
  return (
    <Dialog isOpen onClose={onClose} title={t('settings.voiceService.openaiCompatible')}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label={t('settings.baseUrl')}
          hint={now.baseUrlEditable ? t('settings.baseUrlHint') : t('settings.fixedByEnv')}
          type="url"
          value={form.baseUrl}
          disabled={!now.baseUrlEditable}
          maxLength={CREDENTIAL_MAX_LENGTH}
          onChange={(event) => setForm({ ...form, baseUrl: event.target.value })}
        />
        <TextField
          label={t('settings.model')}
          {...fixed(now.modelEditable)}
          value={form.model}
          disabled={!now.modelEditable}
          maxLength={200}
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => setForm({ ...form, model: event.target.value })}
        />
        {now.apiKey.editable && (
          <SecretField
            label={t('settings.key')}
            {...(now.apiKey.configured && { hint: t('settings.keyKeeps') })}
            value={form.apiKey}
            onChange={(apiKey) => setForm({ ...form, apiKey })}
          />
        )}
        <Problem text={isWrong ? t('settings.serviceInvalid') : action.error} />
        <Buttons isBusy={action.isBusy} onClose={onClose} />
      </form>
    </Dialog>
  )
}

interface SecretFieldProps {
  label: string
  hint?: string
  value: string
  onChange: (value: string) => void
}

/** A field for something that nobody should read over a shoulder. */
export function SecretField({ label, hint, value, onChange }: SecretFieldProps) {
  return (
    <TextField
      label={label}
      {...(hint !== undefined && { hint })}
      type="password"
      autoComplete="off"
      maxLength={CREDENTIAL_MAX_LENGTH}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** What is wrong with a form, if anything. */
export const Problem = ({ text }: { text: string | undefined }) =>
  text !== undefined && <Notice kind="danger">{text}</Notice>

/** Save and cancel of a form in a dialog. */
export function Buttons({ isBusy, onClose }: { isBusy: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <div className="flex justify-end gap-2">
      <Button look="quiet" onClick={onClose}>
        {t('common.cancel')}
      </Button>
      <Button look="primary" type="submit" isBusy={isBusy}>
        {t('common.save')}
      </Button>
    </div>
  )
}
