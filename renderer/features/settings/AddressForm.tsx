import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConfigurationEntry } from '../../../contract/hub-configuration.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { isSafeAddress } from '../pairing/pairing-address.ts'
import { NetworkSource } from './NetworkSource.tsx'
import { chosenValue } from './network-choice.ts'

interface AddressFormProps {
  entry: ConfigurationEntry
  label: string
  hint: string
  /** What was typed as the hub keeps it, or a sentence on what is wrong with it. */
  read: (text: string) => { url: string } | { mistake: string }
  /** The address that is being kept right now; null: it is being removed. */
  pending: string | null | undefined
  /** Why the last change was not kept, for people. */
  problem: string | undefined
  keep: (url: string | null, onKept: () => void) => void
  /** Said of a kept address that others on the way can read or change. */
  notSafe: string
  /** What can be done with the kept address. */
  children?: ReactNode
}

/** One address among the hub's settings: typed, checked, kept and removed. */
export function AddressForm(props: AddressFormProps) {
  const { entry, label, hint, read, pending, problem, keep, notSafe, children } = props
  const { t } = useTranslation()
  const kept = chosenValue(entry)
  const [text, setText] = useState(kept)
  const [mistake, setMistake] = useState<string>()
  const isFixed = entry.source === 'environment'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (pending !== undefined) return
    const typed = read(text)
    setMistake('mistake' in typed ? typed.mistake : undefined)
    if ('url' in typed) keep(typed.url, () => setText(typed.url))
  }
  const remove = () => {
    setMistake(undefined)
    keep(null, () => setText(''))
  }
  const trouble = mistake ?? (problem && t('settings.saveFailed', { reason: problem }))
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-2">
      <TextField
        label={label}
        hint={hint}
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
      {trouble !== undefined && <Notice kind="danger">{trouble}</Notice>}
      {kept !== '' && !isSafeAddress(kept) && <Notice kind="warn">{notSafe}</Notice>}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 empty:hidden">
        {!isFixed && (
          <>
            <Button
              type="submit"
              isBusy={typeof pending === 'string'}
              disabled={text.trim() === '' || text === kept}
            >
              {t('network.keep')}
            </Button>
            {kept !== '' && (
              <Button look="danger-quiet" isBusy={pending === null} onClick={remove}>
                {t('network.remove')}
              </Button>
            )}
          </>
        )}
        {children}
      </div>
    </form>
  )
}
