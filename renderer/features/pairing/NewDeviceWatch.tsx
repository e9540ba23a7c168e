import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { CircleCheck } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OWNER_NAMESPACE } from '../../../contract/auth.ts'
import { listBrowsers, listDevices, type OwnerBrowser, type OwnerDevice } from '../../../contract/owner.ts'
import { announce } from '../../ui/announce.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { useHub } from '../connection/hub-context.ts'
import { browserText } from '../devices/browser-words.ts'
import { usePushDiagnostics } from '../devices/PushDiagnostics.tsx'
import { signIns } from './new-devices.ts'
import { pushReach } from './push-reach.ts'
import { useNewcomer } from './use-newcomer.ts'

/** No event tells of a registration or a sign-in. */
const ASKING = { refetchInterval: 3000, staleTime: 0 } as const

type Arrival = { device: OwnerDevice } | { browser: OwnerBrowser }

/** Says when a phone registers or a browser signs in while the codes are there. */
export function NewDeviceWatch() {
  const { t } = useTranslation()
  const { client } = useHub()
  const [arrival, setArrival] = useState<Arrival>()
  const devices = useQuery({
    queryKey: ['devices'],
    queryFn: ({ signal }) => client.call(listDevices, { signal }),
    ...ASKING,
  })
  const browsers = useQuery({
    queryKey: ['browsers'],
    queryFn: ({ signal }) => client.call(listBrowsers, { signal }),
    ...ASKING,
  })
  const signedIn = useMemo(() => browsers.data && signIns(browsers.data.browsers), [browsers.data])
  const arrived = (next: Arrival) => {
    setArrival(next)
    announce(arrivalTitle(next, t))
  }
  useNewcomer(devices.data?.devices, (device) => arrived({ device }))
  useNewcomer(signedIn, (browser) => arrived({ browser }))
  if (!arrival) {
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
      <p className="min-w-0 flex-1 basis-56">
        <span className="block font-medium">{arrivalTitle(arrival, t)}</span>
        <span className="block text-sm text-muted">
          {'device' in arrival ? (
            <DeviceText device={arrival.device} />
          ) : (
            t(isGuest(arrival.browser) ? 'pair.signedInPartText' : 'pair.signedInText')
          )}
        </span>
      </p>
      <TextLink to="/devices">{t('pair.toDevices')}</TextLink>
    </div>
  )
}

function DeviceText({ device }: { device: OwnerDevice }) {
  const { t } = useTranslation()
  const push = usePushDiagnostics()
  return t(`pair.arrivedText.${pushReach(device, push.data?.diagnostics)}`)
}

const isGuest = ({ namespace }: OwnerBrowser) => namespace !== OWNER_NAMESPACE

function arrivalTitle(arrival: Arrival, t: TFunction): string {
  if ('device' in arrival) {
    return t('pair.arrived', { device: t(`devices.platform.${arrival.device.platform}`) })
  }
  const browser = browserText(arrival.browser, t)
  return isGuest(arrival.browser)
    ? t('pair.signedInPart', { browser, part: arrival.browser.namespace })
    : t('pair.signedIn', { browser })
}
