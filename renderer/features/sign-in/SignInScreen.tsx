import { type FormEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import iconUrl from '../../../assets/icon.svg'
import { isBrowserStorageKept } from '../../browser-storage.ts'
import { readPairingText, type SignInLink } from '../../client/sign-in-link.ts'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Notice } from '../../ui/Notice.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { FIELD } from '../../ui/TextField.tsx'
import type { SignInProblem } from './sign-in.ts'

interface SignInScreenProps {
  problem: SignInProblem | undefined
  /** Set when the link or code belongs to a hub at another address. */
  otherHub: SignInLink | undefined
  isBusy: boolean
  submit: (link: SignInLink) => void
  /** Tries once more what needs no code; undefined where there is nothing of the kind. */
  retry: (() => void) | undefined
}

/** Where a code is typed or a link pasted. */
export function SignInScreen({ problem, otherHub, isBusy, submit, retry }: SignInScreenProps) {
  const { t } = useTranslation()
  usePageTitle(t('signIn.title'))
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [isUnreadable, setUnreadable] = useState(false)
  const [isShown, setShown] = useState(false)
  const submitText = (event: FormEvent) => {
    event.preventDefault()
    const link = readPairingText(text)
    setUnreadable(!link)
    if (link) submit(link)
    else field.current?.focus()
  }
  const sentence = isUnreadable ? t('signIn.unreadable') : problem && t(`signIn.problem.${problem}`)
  return (
    <main className="safe-top safe-bottom safe-x flex min-h-full bg-side">
      <form
        onSubmit={submitText}
        className="m-auto flex w-[calc(100%-2rem)] max-w-sm flex-col gap-5 rounded-2xl border border-line bg-raised p-6 shadow-card sm:p-8"
      >
        <div>
          <img src={iconUrl} alt="" className="mb-4 size-12" />
          <h1 className="text-xl font-semibold">{t('signIn.title')}</h1>
          <p className="mt-1.5 text-sm text-muted">{t('signIn.intro')}</p>
        </div>
        {sentence && (
          <div id={`${id}-problem`}>
            <Notice
              // Nothing went wrong: it says what comes next.
              kind={!isUnreadable && problem === 'not-bound' ? 'info' : 'danger'}
              action={
                retry && (
                  <Button size="small" onClick={retry}>
                    {t('connection.retry')}
                  </Button>
                )
              }
            >
              {sentence}
            </Notice>
          </div>
        )}
        {otherHub?.hub && (
          <Notice kind="warn">
            {t('signIn.otherHub', { hub: otherHub.hub })}{' '}
            <a className="font-medium text-accent underline" rel="noreferrer" href={addressOf(otherHub)}>
              {t('signIn.openOtherHub')}
            </a>
          </Notice>
        )}
        {/* A connected messaging account signs in without anything kept. */}
        {!isBrowserStorageKept && problem !== 'not-bound' && (
          <Notice>
            {t('signIn.notKept')} {t('signIn.notKeptText')}
          </Notice>
        )}
        <div>
          <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
            {t('signIn.code')}
          </label>
          <div className="flex gap-2">
            <input
              ref={field}
              id={id}
              type={isShown ? 'text' : 'password'}
              value={text}
              onChange={(event) => setText(event.target.value)}
              autoComplete="current-password"
              autoCapitalize="none"
              spellCheck={false}
              required
              aria-describedby={sentence ? `${id}-problem ${id}-hint` : `${id}-hint`}
              className={classNames(FIELD, 'min-h-11 font-mono')}
            />
            <Button
              look="quiet"
              className="min-h-11"
              aria-pressed={isShown}
              onClick={() => setShown(!isShown)}
            >
              {isShown ? t('signIn.hide') : t('signIn.show')}
            </Button>
          </div>
          <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
            {t('signIn.hint')}
          </p>
        </div>
        <Button look="primary" type="submit" isBusy={isBusy} className="min-h-11 w-full">
          {isBusy ? t('signIn.busy') : t('signIn.submit')}
        </Button>
      </form>
    </main>
  )
}

function addressOf({ hub, accessToken }: SignInLink): string {
  return `${hub}/?${new URLSearchParams({ hub: hub ?? '', token: accessToken })}`
}
