import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getPushDiagnostics } from '../../../contract/owner.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Summary } from '../../ui/Summary.tsx'
import { useHub } from '../connection/hub-context.ts'

/** What the hub says of its ways to notify people; shared by the screens that show it. */
export function usePushDiagnostics() {
  const { client } = useHub()
  return useQuery({
    queryKey: ['push-diagnostics'],
    queryFn: ({ signal }) => client.call(getPushDiagnostics, { signal }),
  })
}

const CHANNELS = ['android', 'ios', 'browser'] as const

/** The ways that are off or set up wrong: a plain sentence, and the hub's own words for whoever sets it up. */
export function PushDiagnostics() {
  const { t } = useTranslation()
  const { data } = usePushDiagnostics()
  return data?.diagnostics.map(({ channel, isProblem, message }) => {
    const known = CHANNELS.find((name) => name === channel)
    const device = known === undefined ? channel : t(`devices.diagnostic.${known}`)
    return (
      <Notice key={channel + message} kind={isProblem ? 'warn' : 'info'}>
        <p>{t(isProblem ? 'devices.diagnostic.problem' : 'devices.diagnostic.notSetUp', { device })}</p>
        <details>
          <Summary className="min-h-8">{t('devices.diagnostic.details')}</Summary>
          <p className="text-muted [overflow-wrap:anywhere]">{message}</p>
        </details>
      </Notice>
    )
  })
}
