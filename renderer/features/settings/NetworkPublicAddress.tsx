import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConfigurationEntry } from '../../../contract/hub-configuration.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { isSafeAddress } from '../pairing/pairing-address.ts'
import { NetworkSource } from './NetworkSource.tsx'
import { chosenValue, readAddress } from './network-choice.ts'
import { useNetwork } from './use-settings-change.ts'

interface NetworkPublicAddressProps {
  entry: ConfigurationEntry
  /** Where a tunnel or a proxy on the hub's computer finds it. */
  hubAddress: string
}

/** The address others reach the hub at from anywhere. */
export function NetworkPublicAddress({ entry, hubAddress }: NetworkPublicAddressProps) {
  const { t } = useTranslation()
  const { pending, problem, keep } = useNetwork()
  const kept = chosenValue(entry)
  const [text, setText] = useState(kept)
  const [mistake, setMistake] = useState<'invalid' | 'this-computer'>()
  const isFixed = entry.source === 'environment'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (pending !== undefined) return
    const typed = readAddress(text)
    setMistake('problem' in typed ? typed.problem : undefined)
    if ('url' in typed) keep({ publicUrl: typed.url }, () => setText(typed.url))
  }
  const remove = () => {
    setMistake(undefined)
    keep({ publicUrl: null }, () => setText(''))
  }
  const trouble = mistake === undefined ? problem && t('settings.saveFailed', { reason: problem }) : undefined
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-2">
      <TextField
        label={t('network.publicUrl')}
        hint={t('network.publicUrlHint', { address: hubAddress })}
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={text}
        disabled={isFixed}
        aria-invalid={mistake !== undefined || undefined}
        onChange={(event) => setText(event.target.value)}
      />
      <NetworkSource entry={entry} />
      {mistake !== undefined && (
        <Notice kind="danger">{t(mistake === 'invalid' ? 'network.invalid' : 'network.loopback')}</Notice>
      )}
      {trouble !== undefined && <Notice kind="danger">{trouble}</Notice>}
      {kept !== '' && !isSafeAddress(kept) && <Notice kind="warn">{t('network.notSafe')}</Notice>}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {!isFixed && (
          <>
            <Button
              type="submit"
              isBusy={typeof pending?.publicUrl === 'string'}
              disabled={text.trim() === '' || text === kept}
            >
              {t('network.keep')}
            </Button>
            {kept !== '' && (
              <Button look="danger-quiet" isBusy={pending?.publicUrl === null} onClick={remove}>
                {t('network.remove')}
              </Button>
            )}
          </>
        )}
        {kept !== '' && !entry.needsRestart && <TextLink to="/pair">{t('network.try')}</TextLink>}
      </div>
    </form>
  )
}
