import { Copy, Eye, EyeOff } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/Button.tsx'
import { writeClipboard } from '../../ui/clipboard.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Section } from '../../ui/Section.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { HubAddressChoice } from '../pairing/HubAddressChoice.tsx'
import { type HubAddress, pairingLinks } from '../pairing/pairing-address.ts'
import { QrCode } from '../pairing/QrCode.tsx'
import { SecretCode } from '../pairing/SecretCode.tsx'
import { useHubAddresses } from '../pairing/use-hub-addresses.ts'
import { useOwnCode } from '../pairing/use-own-code.ts'
import { useReveal } from '../pairing/use-reveal.ts'
import { invitationCode, nameProblem } from './invitation.ts'

/** Lets the owner invite guests, each name to a namespace of its own (spec: Namespaces). */
export function InvitationSettings() {
  const { t } = useTranslation()
  const code = useOwnCode()
  const addresses = useHubAddresses()
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<ReturnType<typeof nameProblem>>()
  const [invited, setInvited] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const asked = name.trim()
    const found = nameProblem(asked)
    setProblem(found)
    setInvited(found ? undefined : asked)
    if (!found) announce(t('settings.inviteFor', { name: asked }))
  }
  return (
    <Section title={t('settings.invite')} hint={t('settings.inviteText')}>
      <Notice kind="warn" className="mb-4">
        {t('settings.inviteTrust')}
      </Notice>
      <form onSubmit={submit} className="flex flex-col items-start gap-3">
        <TextField
          label={t('settings.inviteName')}
          hint={t('settings.inviteNameHint')}
          value={name}
          onChange={(event) => setName(event.target.value)}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          aria-invalid={problem !== undefined}
          className="w-full"
        />
        {problem !== undefined && (
          <Notice kind="danger" className="w-full">
            {t(problem === 'reserved' ? 'settings.inviteReserved' : 'settings.inviteInvalid')}
          </Notice>
        )}
        <Button look="primary" type="submit" disabled={name.trim() === ''}>
          {t('settings.inviteMake')}
        </Button>
      </form>
      {invited !== undefined && code !== undefined && addresses && (
        <Invitation key={invited} name={invited} code={invitationCode(code, invited)} addresses={addresses} />
      )}
    </Section>
  )
}

interface InvitationProps {
  name: string
  /** What the guest signs in with. */
  code: string
  addresses: readonly HubAddress[]
}

function Invitation({ name, code, addresses }: InvitationProps) {
  const { t } = useTranslation()
  const [chosenUrl, setChosenUrl] = useState<string>()
  const { isShown, secondsLeft, show, hide } = useReveal()
  const address = addresses.find(({ url }) => url === chosenUrl) ?? addresses[0]
  if (!address) return null
  const link = pairingLinks(address.url, code).web
  const copyLink = async () => {
    announce((await writeClipboard(link)) ? t('settings.inviteCopied') : t('common.copyFailed'))
  }
  return (
    <div className="mt-5 flex flex-col gap-4 border-t border-line pt-5">
      <h3 className="font-medium">{t('settings.inviteFor', { name })}</h3>
      {addresses.every(({ kind }) => kind === 'here') && (
        <Notice>
          <p>{t('settings.inviteHere')}</p>
          <TextLink to="/pair">{t('pair.letIn')}</TextLink>
        </Notice>
      )}
      <HubAddressChoice addresses={addresses} chosen={address} onChoose={setChosenUrl} />
      <div className="self-center">
        <QrCode
          title={t('settings.inviteScan')}
          hint={t('settings.inviteScanHint')}
          text={isShown ? link : undefined}
        />
      </div>
      <div className="flex flex-wrap items-center justify-center gap-x-3 gap-y-2">
        <Button
          icon={isShown ? <EyeOff size={17} aria-hidden /> : <Eye size={17} aria-hidden />}
          onClick={isShown ? hide : show}
        >
          {isShown ? t('settings.inviteHide') : t('settings.inviteShow')}
        </Button>
        <Button icon={<Copy size={17} aria-hidden />} onClick={copyLink}>
          {t('settings.inviteCopy')}
        </Button>
        {isShown && (
          <p className="w-full text-center text-sm text-muted tabular-nums">
            {t('pair.hidesIn', { seconds: secondsLeft })}
          </p>
        )}
      </div>
      <SecretCode address={address.url} code={code} isShown={isShown} />
    </div>
  )
}
