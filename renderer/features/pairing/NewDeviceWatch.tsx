import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listDevices, type OwnerDevice } from '../../../contract/owner.ts'
import { announce } from '../../ui/announce.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { useHub } from '../connection/hub-context.ts'
import { usePushDiagnostics } from '../devices/PushDiagnostics.tsx'
import { newDevices } from './new-devices.ts'
import { pushReach } from './push-reach.ts'

/** No event tells of a registration. */
const ASK_EVERY_MS = 3000

/** Says when a phone registers that was not there before. */
export function NewDeviceWatch() {
  const { t } = useTranslation()
  const { client } = useHub()
  const push = usePushDiagnostics()
  const baseline = useRef<readonly OwnerDevice[]>(undefined)
  const [arrived, setArrived] = useState<OwnerDevice>()
  const { data } = useQuery({
    queryKey: ['devices'],
    queryFn: ({ signal }) => client.call(listDevices, { signal }),
    refetchInterval: ASK_EVERY_MS,
    staleTime: 0,
  })
  useEffect(() => {
    if (!data) return
    const [found] = newDevices(baseline.current ?? data.devices, data.devices)
    baseline.current = data.devices
    if (!found) return
    setArrived(found)
    announce(t('pair.arrived', { device: t(`devices.platform.${found.platform}`) }))
  }, [data, t])
  if (!arrived) {
    return (
      <p className="flex items-center gap-2 text-sm text-muted">
        <Spinner />
        {t('pair.waiting')}
      </p>
    )
  }
  return (
    <div
      data-testid="new-device"
      className="flex flex-wrap items-center gap-3 rounded-xl border border-line bg-ok-soft px-4 py-3"
    >
      <CircleCheck size={22} aria-hidden className="shrink-0 text-ok" />
      <p className="min-w-0 flex-1">
        <span className="block font-medium">
          {t('pair.arrived', { device: t(`devices.platform.${arrived.platform}`) })}
        </span>
        <span className="block text-sm text-muted">
          {t(`pair.arrivedText.${pushReach(arrived, push.data?.diagnostics)}`)}
        </span>
      </p>
      <TextLink to="/devices">{t('pair.toDevices')}</TextLink>
    </div>
  )
}
