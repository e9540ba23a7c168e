import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Smartphone } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listDevices } from '../../../contract/owner.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { useHub } from '../connection/hub-context.ts'
import { OwnerQuery } from '../shell/OwnerQuery.tsx'
import { ScreenFrame } from '../shell/ScreenFrame.tsx'
import { DeliveryLog } from './DeliveryLog.tsx'
import { DeviceCard } from './DeviceCard.tsx'
import { PushDiagnostics } from './PushDiagnostics.tsx'
import { SeenBrowsers } from './SeenBrowsers.tsx'

/** The phones that are notified, and what was sent to them. */
export function DevicesScreen() {
  const { t } = useTranslation()
  return (
    <ScreenFrame
      title={t('devices.title')}
      intro={t('devices.intro')}
      backTo="/settings"
      actions={<TextLink to="/pair">{t('devices.pair')}</TextLink>}
    >
      <Devices />
    </ScreenFrame>
  )
}

function Devices() {
  const { t } = useTranslation()
  const { client } = useHub()
  const query = useQuery({
    queryKey: ['devices'],
    queryFn: ({ signal }) => client.call(listDevices, { signal }),
    refetchInterval: 15_000,
  })
  const queries = useQueryClient()
  /** Whose deliveries are shown. */
  const [shown, setShown] = useState<string>()
  const log = useRef<HTMLDivElement>(null)
  const refresh = () => {
    void query.refetch()
    void queries.invalidateQueries({ queryKey: ['deliveries'] })
  }
  return (
    <OwnerQuery
      query={query}
      loading={t('devices.loading')}
      failed={(reason) => t('devices.failed', { reason })}
    >
      {({ devices }) => (
        <div className="flex flex-col gap-4">
          <PushDiagnostics />
          {devices.length === 0 ? (
            <EmptyState icon={<Smartphone size={22} />} title={t('devices.none')}>
              {t('devices.noneText')}
            </EmptyState>
          ) : (
            <ul className="flex flex-col gap-3">
              {devices.map((device) => (
                <DeviceCard
                  key={device.id}
                  device={device}
                  onChanged={refresh}
                  onShowLog={() => {
                    setShown(device.id)
                    log.current?.scrollIntoView({ block: 'start' })
                  }}
                />
              ))}
            </ul>
          )}
          <SeenBrowsers />
          <div ref={log} className="scroll-mt-4">
            <DeliveryLog
              devices={devices}
              device={devices.find(({ id }) => id === shown)}
              onShowAll={() => setShown(undefined)}
            />
          </div>
        </div>
      )}
    </OwnerQuery>
  )
}
