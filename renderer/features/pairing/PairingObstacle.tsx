import { WifiOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Section } from '../../ui/Section.tsx'
import { FromAnywhere, LetPhonesIn } from './LetPhonesIn.tsx'
import { SecretCode } from './SecretCode.tsx'
import { useReveal } from './use-reveal.ts'

interface PairingObstacleProps {
  obstacle: 'loopback-only' | 'no-network'
  code: string | undefined
  isBusy: boolean
  onRetry: () => void
}

/** Why no phone can reach the hub, and what to do about it. */
export function PairingObstacle({ obstacle, code, isBusy, onRetry }: PairingObstacleProps) {
  const { t } = useTranslation()
  const { isShown, show, hide } = useReveal()
  const { origin } = window.location
  return (
    <>
      <Section
        title={t(`pair.obstacle.${obstacle}.title`)}
        aside={<WifiOff size={20} aria-hidden className="text-warn" />}
      >
        <div className="flex flex-col gap-5">
          <p>{t(`pair.obstacle.${obstacle}.text`)}</p>
          {obstacle === 'loopback-only' ? <LetPhonesIn /> : <FromAnywhere />}
          <div>
            <Button isBusy={isBusy} onClick={onRetry}>
              {t('pair.lookAgain')}
            </Button>
          </div>
        </div>
      </Section>
      {code !== undefined && (
        <Section
          title={t('pair.here')}
          hint={t('pair.hereHint')}
          aside={
            <Button size="small" onClick={isShown ? hide : show}>
              {isShown ? t('pair.hideCode') : t('pair.revealCode')}
            </Button>
          }
        >
          <SecretCode address={origin} code={code} isShown={isShown} />
        </Section>
      )}
    </>
  )
}
