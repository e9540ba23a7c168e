import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { testBrowser } from '../../../contract/push.ts'
import { browserStorage } from '../../browser-storage.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Section } from '../../ui/Section.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { useHub } from '../connection/hub-context.ts'
import { useAction } from '../connection/use-action.ts'
import { deliveryText } from '../devices/delivery-words.ts'
import { type PushProblem, pushSupport, turnPushOff, turnPushOn } from './browser-push.ts'
import { keepSilent, readSilent } from './notification-choices.ts'
import { registeredEndpoint } from './push-endpoint.ts'
import { browserFacts, browserTools } from './push-tools.ts'

/** Whether this browser is notified, why not, and what to do about it. */
export function BrowserNotifications() {
  const { t } = useTranslation()
  const { client } = useHub()
  const [support, setSupport] = useState(() => pushSupport(browserFacts()))
  const [endpoint, setEndpoint] = useState(() => registeredEndpoint(browserStorage))
  const [problem, setProblem] = useState<PushProblem>()
  const toggle = useAction()
  const change = (isOn: boolean) =>
    toggle.run(async () => {
      setProblem(undefined)
      const tools = browserTools(client)
      if (isOn) setProblem(await turnPushOn(tools))
      else await turnPushOff(tools)
      setEndpoint(registeredEndpoint(browserStorage))
      setSupport(pushSupport(browserFacts()))
    })
  return (
    <Section title={t('browserPush.title')} hint={t('browserPush.hint')}>
      {support === 'possible' ? (
        <div className="flex flex-col gap-3">
          <Switch
            label={t('browserPush.on')}
            hint={t('browserPush.onHint')}
            isOn={endpoint !== undefined}
            isDisabled={toggle.isBusy}
            onChange={(isOn) => void change(isOn)}
          />
          {endpoint !== undefined && (
            <>
              <SilentSwitch />
              <TestButton endpoint={endpoint} />
            </>
          )}
        </div>
      ) : (
        <Notice kind="warn">{t(`browserPush.support.${support}`)}</Notice>
      )}
      {problem !== undefined && support === 'possible' && (
        <Notice kind="danger" className="mt-3">
          {t(`browserPush.problem.${problem}`)}
        </Notice>
      )}
      {toggle.error !== undefined && (
        <Notice kind="danger" className="mt-3">
          {toggle.error}
        </Notice>
      )}
    </Section>
  )
}

/** Only where the browser knows silent notifications. */
function SilentSwitch() {
  const { t } = useTranslation()
  const { data: isSilent, refetch } = useQuery({ queryKey: ['silent-notifications'], queryFn: readSilent })
  if (isSilent === undefined || !('silent' in Notification.prototype)) return null
  return (
    <Switch
      label={t('browserPush.silent')}
      hint={t('browserPush.silentHint')}
      isOn={isSilent}
      onChange={(next) => void keepSilent(next).then(() => refetch())}
    />
  )
}

/** Sends a notification the way every other one goes. */
function TestButton({ endpoint }: { endpoint: string }) {
  const { t } = useTranslation()
  const { client } = useHub()
  const test = useMutation({ mutationFn: () => client.call(testBrowser, { body: { endpoint } }) })
  const action = useAction()
  return (
    <div className="flex flex-col items-start gap-2">
      <Button isBusy={action.isBusy} onClick={() => void action.run(() => test.mutateAsync())}>
        {t('browserPush.test')}
      </Button>
      <div role="status" className="text-sm">
        {test.data?.result === 'accepted' && !action.isBusy && t('browserPush.tested')}
        {test.data && test.data.result !== 'accepted' && (
          <Notice kind="danger">
            {t('browserPush.testRefused', { result: deliveryText(test.data, t) })}
          </Notice>
        )}
      </div>
      {action.error !== undefined && <Notice kind="danger">{action.error}</Notice>}
    </div>
  )
}
