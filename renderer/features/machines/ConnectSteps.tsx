import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SegmentedChoice } from '../../ui/SegmentedChoice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Summary } from '../../ui/Summary.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { HubAddressChoice } from '../pairing/HubAddressChoice.tsx'
import type { HubAddress } from '../pairing/pairing-address.ts'
import { MASK } from '../pairing/SecretCode.tsx'
import { useHubAddresses } from '../pairing/use-hub-addresses.ts'
import { useOwnCode } from '../pairing/use-own-code.ts'
import { useReveal } from '../pairing/use-reveal.ts'
import { useIsOwner } from '../shell/screens.ts'
import { CommandLines } from './CommandLines.tsx'
import { installLine, startLines, TERMINALS, terminalOf } from './connect-lines.ts'

/** How a computer becomes able to run agents, for people who have not done it before. */
export function ConnectSteps() {
  const { t } = useTranslation()
  const code = useOwnCode()
  const addresses = useHubAddresses()
  if (code === undefined) return <Notice kind="warn">{t('connect.noCode')}</Notice>
  if (!addresses) {
    return (
      <div role="status" aria-label={t('connect.loading')}>
        <Skeleton className="h-80" />
      </div>
    )
  }
  return <Steps code={code} addresses={addresses} />
}

function Steps({ code, addresses }: { code: string; addresses: readonly HubAddress[] }) {
  const { t } = useTranslation()
  const [terminal, setTerminal] = useState(() => terminalOf(navigator.userAgent))
  const [chosenUrl, setChosenUrl] = useState<string>()
  const { isShown, show, hide } = useReveal()
  const address = addresses.find(({ url }) => url === chosenUrl) ?? addresses[0]
  if (!address) return null
  return (
    <div className="flex flex-col gap-4 text-left text-sm">
      <p className="text-muted">{t('connect.intro')}</p>
      <SegmentedChoice
        label={t('connect.system')}
        showsLabel
        value={terminal}
        choices={TERMINALS.map((value) => ({ value, label: t(`connect.has.${value}`) }))}
        onChange={setTerminal}
      />
      <HubAddressChoice addresses={addresses} chosen={address} onChoose={setChosenUrl} />
      {addresses.every(({ kind }) => kind === 'here') && <HereOnly />}
      <ol className="list-decimal space-y-4 pl-5 marker:text-faint">
        <li>{t(`connect.open.${terminal}`)}</li>
        <li>
          {t('connect.install')}
          <CommandLines name={t('connect.installLine')} text={installLine(terminal)} />
        </li>
        <li>
          {t('connect.start')}
          <CommandLines
            name={t('connect.startLines')}
            text={startLines(terminal, address.url, code)}
            shown={startLines(terminal, address.url, isShown ? code : MASK)}
          />
          <Button
            size="small"
            className="mt-2"
            icon={isShown ? <EyeOff size={15} aria-hidden /> : <Eye size={15} aria-hidden />}
            onClick={isShown ? hide : show}
          >
            {isShown ? t('pair.hideCode') : t('pair.revealCode')}
          </Button>
        </li>
        <li>{t('connect.leave')}</li>
      </ol>
      <details>
        <Summary>{t('connect.trouble')}</Summary>
        <ul className="mt-1 list-disc space-y-2 pl-5 text-muted">
          <li>{t('connect.noNpm')}</li>
          {terminal === 'unix' && <li>{t('connect.notAllowed')}</li>}
          <li>{t('connect.notFound')}</li>
        </ul>
      </details>
    </div>
  )
}

/** Nobody but the hub's own computer finds it at this address. */
function HereOnly() {
  const { t } = useTranslation()
  const isOwner = useIsOwner()
  return (
    <Notice>
      <p>{t(isOwner ? 'connect.hereOnly' : 'connect.hereOnlyGuest')}</p>
      {isOwner && (
        <TextLink to="/settings" hash="network">
          {t('connect.letIn')}
        </TextLink>
      )}
    </Notice>
  )
}
