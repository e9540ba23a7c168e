import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rotateAccessToken } from '../../../contract/owner.ts'
import { ClientError } from '../../client/client-error.ts'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Section } from '../../ui/Section.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { failureText } from '../connection/failure-text.ts'
import { useHub } from '../connection/hub-context.ts'
import { screenQueries } from '../shell/screen-queries.ts'

type Outcome = 'done' | 'fixed' | { failure: string }

/** Locks out whoever has the code: the hub gets another one. */
export function SecuritySettings() {
  const { t } = useTranslation()
  const { client, store } = useHub()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const rotate = async () => {
    setBusy(true)
    try {
      await client.replaceAccessToken(rotateAccessToken)
      // What was loaded holds the old code.
      screenQueries.removeQueries({ queryKey: ['pairing'] })
      store.retryNow()
      announce(t('settings.rotateDone'))
      setOutcome('done')
    } catch (error) {
      const isFixed = error instanceof ClientError && error.code === 'token_fixed'
      setOutcome(isFixed ? 'fixed' : { failure: failureText(t, error) })
    } finally {
      setBusy(false)
      setAsking(false)
    }
  }
  return (
    <Section title={t('settings.security')}>
      <h3 className="font-medium">{t('settings.rotateTitle')}</h3>
      <p className="mb-3 text-sm text-muted">{t('settings.rotateText')}</p>
      {outcome === 'done' && (
        <Notice className="mb-3" action={<TextLink to="/pair">{t('settings.toPairing')}</TextLink>}>
          {t('settings.rotateDone')}
        </Notice>
      )}
      {outcome === 'fixed' && (
        <Notice kind="warn" className="mb-3">
          <span role="alert">{t('settings.rotateFixed')}</span>
        </Notice>
      )}
      {typeof outcome === 'object' && (
        <Notice kind="danger" className="mb-3">
          {outcome.failure}
        </Notice>
      )}
      <Button
        look="danger-quiet"
        className="-ml-3"
        onClick={() => {
          setOutcome(undefined)
          setAsking(true)
        }}
      >
        {t('settings.rotate')}
      </Button>
      <Dialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('settings.rotateAsk')}
        description={t('settings.rotateConsequences')}
      >
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={() => setAsking(false)}>
            {t('common.cancel')}
          </Button>
          <Button look="danger" isBusy={isBusy} onClick={rotate}>
            {t('settings.rotateConfirm')}
          </Button>
        </div>
      </Dialog>
    </Section>
  )
}
