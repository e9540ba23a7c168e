import { Copy, Eye, EyeOff } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/Button.tsx'
import { writeClipboard } from '../../ui/clipboard.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Section } from '../../ui/Section.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { codeOf, isSafeAddress, type PairingWay } from './pairing-address.ts'
import { QrCode } from './QrCode.tsx'
import { ReachLine, ReachNote } from './ReachNote.tsx'
import { SecretCode } from './SecretCode.tsx'
import type { Reach } from './use-reachability.ts'
import { useReveal } from './use-reveal.ts'

interface PairingCodesProps {
  ways: readonly PairingWay[]
  /** Whether the hub answers there; undefined where nobody may ask. */
  reach?: Reach
}

/** Both codes for one address, hidden until asked for. */
export function PairingCodes({ ways, reach }: PairingCodesProps) {
  const { t } = useTranslation()
  const [chosenUrl, setChosenUrl] = useState<string>()
  const { isShown, secondsLeft, show, hide } = useReveal()
  const way = ways.find(({ url }) => url === chosenUrl) ?? ways[0]
  const wasShown = useRef(false)
  useEffect(() => {
    if (isShown !== wasShown.current) announce(t(isShown ? 'pair.revealed' : 'pair.hiddenAgain'))
    wasShown.current = isShown
  }, [isShown, t])
  if (!way) return null
  const copyLink = async () => {
    announce((await writeClipboard(way.web)) ? t('pair.copied') : t('common.copyFailed'))
  }
  return (
    <>
      {ways.length > 1 && <WayChoice ways={ways} reach={reach} chosen={way} onChoose={setChosenUrl} />}
      <Section
        title={t(`pair.${way.kind}`)}
        hint={
          <>
            <span className="font-mono [overflow-wrap:anywhere]">{way.url}</span>
            <br />
            {t(`pair.addressHint.${way.kind}`)}
          </>
        }
      >
        {reach && (
          <div className="mb-5">
            <ReachNote way={way} reach={reach} />
          </div>
        )}
        <div className="grid gap-x-6 gap-y-8 sm:grid-cols-2">
          <QrCode title={t('pair.web')} hint={t('pair.webHint')} text={isShown ? way.web : undefined} />
          <QrCode
            title={t('pair.companion')}
            hint={t('pair.companionHint')}
            text={isShown ? way.companion : undefined}
          />
        </div>
        <div className="mt-5 flex flex-wrap items-center justify-center gap-x-3 gap-y-2">
          <Button
            look={isShown ? 'plain' : 'primary'}
            icon={isShown ? <EyeOff size={17} aria-hidden /> : <Eye size={17} aria-hidden />}
            onClick={isShown ? hide : show}
          >
            {isShown ? t('pair.hide') : t('pair.reveal')}
          </Button>
          <Button icon={<Copy size={17} aria-hidden />} onClick={copyLink}>
            {t('pair.copyWeb')}
          </Button>
          {isShown && (
            <p className="w-full text-center text-sm text-muted tabular-nums">
              {t('pair.hidesIn', { seconds: secondsLeft })}
            </p>
          )}
        </div>
        {!isSafeAddress(way.url) && (
          <Notice kind="info" className="mt-5">
            {t('pair.insecure')}
          </Notice>
        )}
      </Section>
      <Section title={t('pair.byHand')} hint={t('pair.byHandHint')}>
        <SecretCode address={way.url} code={codeOf(way.web)} isShown={isShown} />
        <p className="mt-3 text-sm text-muted">
          {t('pair.computers')} <TextLink to="/machines">{t('connect.another')}</TextLink>
        </p>
      </Section>
    </>
  )
}

interface WayChoiceProps {
  ways: readonly PairingWay[]
  reach: Reach | undefined
  chosen: PairingWay
  onChoose: (url: string) => void
}

function WayChoice({ ways, reach, chosen, onChoose }: WayChoiceProps) {
  const { t } = useTranslation()
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-semibold">{t('pair.address')}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {ways.map((way) => (
          <label
            key={way.url}
            className="flex min-h-11 items-center gap-3 rounded-xl border border-line bg-raised px-3 py-2 hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              name={name}
              checked={way === chosen}
              onChange={() => onChoose(way.url)}
              className="size-4 shrink-0 accent-accent"
            />
            <span className="min-w-0">
              <span className="block font-medium">{t(`pair.${way.kind}`)}</span>
              <span className="block text-sm text-muted [overflow-wrap:anywhere]">{way.url}</span>
              {reach && <ReachLine way={way} reach={reach} />}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
