import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConfigurationEntry } from '../../../contract/hub-configuration.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { isSafeAddress } from '../pairing/pairing-address.ts'
import { NetworkSource } from './NetworkSource.tsx'
import { chosenValue, readWebAddress } from './network-choice.ts'
import { usePushTransports } from './use-settings-change.ts'

/** The relay that passes notifications on to phones. */
export function PushRelayAddress({ entry }: { entry: ConfigurationEntry }) {
  const { t } = useTranslation()
  const { pending, problem, keep } = usePushTransports()
  const kept = chosenValue(entry)
  const [text, setText] = useState(kept)
  const [isWrong, setWrong] = useState(false)
  const isFixed = entry.source === 'environment'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (pending !== undefined) return
    const url = readWebAddress(text)
    setWrong(url === undefined)
    if (url !== undefined) keep({ iosPushRelayUrl: url }, () => setText(url))
  }
  const remove = () => {
    setWrong(false)
    keep({ iosPushRelayUrl: null }, () => setText(''))
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-2">
      <TextField
        label={t('pushTransports.relay')}
        hint={t('pushTransports.relayHint')}
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={text}
        disabled={isFixed}
        aria-invalid={isWrong || undefined}
        onChange={(event) => setText(event.target.value)}
      />
      <NetworkSource entry={entry} />
      {isWrong && <Notice kind="danger">{t('pushTransports.invalid')}</Notice>}
      {!isWrong && problem !== undefined && (
        <Notice kind="danger">{t('settings.saveFailed', { reason: problem })}</Notice>
      )}
      {kept !== '' && !isSafeAddress(kept) && <Notice kind="warn">{t('pushTransports.notSafe')}</Notice>}
      {!isFixed && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button
            type="submit"
            isBusy={typeof pending?.iosPushRelayUrl === 'string'}
            disabled={text.trim() === '' || text === kept}
          >
            {t('network.keep')}
          </Button>
          {kept !== '' && (
            <Button look="danger-quiet" isBusy={pending?.iosPushRelayUrl === null} onClick={remove}>
              {t('network.remove')}
            </Button>
          )}
        </div>
      )}
    </form>
  )
}
