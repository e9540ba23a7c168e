import { CircleCheck, RotateCw, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import type { PairingWay } from './pairing-address.ts'
import { reachWords } from './reach-words.ts'
import type { Reach } from './use-reachability.ts'

interface ReachProps {
  way: PairingWay
  reach: Reach
}

/** Whether the hub answers at the chosen address, and what to do if not; it never stands in the way of the codes. */
export function ReachNote({ way: { url, kind }, reach }: ReachProps) {
  const { t } = useTranslation()
  // The page came that way itself, and the hub knows nothing of it.
  if (kind === 'page') return null
  const found = reach.at(url)
  const again = (
    <Button
      size="small"
      icon={<RotateCw size={15} aria-hidden />}
      isBusy={reach.isLooking}
      onClick={reach.lookAgain}
    >
      {t('reach.again')}
    </Button>
  )
  if (!found) {
    if (reach.failure !== undefined && !reach.isLooking) {
      return (
        <Notice kind="warn" action={again}>
          {t('reach.failed', { reason: reach.failure })}
        </Notice>
      )
    }
    return (
      <p className="flex items-center gap-2 text-sm text-muted">
        <Spinner />
        {t('reach.looking')}
      </p>
    )
  }
  const { isGood, sentence, step } = reachWords(t, kind, found)
  const Icon = isGood ? CircleCheck : TriangleAlert
  return (
    <div
      data-testid="reach"
      className={`grid grid-cols-[auto_1fr] items-start gap-x-2.5 gap-y-2 rounded-lg sm:grid-cols-[auto_1fr_auto] border px-3 py-2.5 text-sm ${isGood ? 'border-line bg-ok-soft' : 'border-warn-line bg-warn-soft'}`}
    >
      <Icon size={17} aria-hidden className={`mt-0.5 shrink-0 ${isGood ? 'text-ok' : 'text-warn'}`} />
      <div className="min-w-0">
        <p className="font-medium">{sentence}</p>
        {step !== undefined && <p className="text-muted">{step}</p>}
        {!isGood && kind === 'public' && (
          <TextLink to="/settings" hash="network">
            {t('reach.toAddress')}
          </TextLink>
        )}
      </div>
      <div className="col-start-2 sm:col-start-3">{again}</div>
    </div>
  )
}

/** The same in a line, in the choice of addresses. */
export function ReachLine({ way: { url, kind }, reach }: ReachProps) {
  const { t } = useTranslation()
  const found = reach.at(url)
  if (kind === 'page' || !found) return null
  const { isGood, sentence } = reachWords(t, kind, found)
  const Icon = isGood ? CircleCheck : TriangleAlert
  return (
    <span className="mt-0.5 flex items-start gap-1.5 text-sm">
      <Icon size={15} aria-hidden className={`mt-0.5 shrink-0 ${isGood ? 'text-ok' : 'text-warn'}`} />
      {sentence}
    </span>
  )
}
