import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { listDeliveries, type OwnerDevice } from '../../../contract/owner.ts'
import { Button } from '../../ui/Button.tsx'
import { Section } from '../../ui/Section.tsx'
import { useIsWide } from '../../ui/use-media.ts'
import { useHub } from '../connection/hub-context.ts'
import { OwnerQuery } from '../shell/OwnerQuery.tsx'
import { DeliveryList, DeliveryTable } from './DeliveryTable.tsx'
import { deviceName } from './delivery-words.ts'

interface DeliveryLogProps {
  devices: readonly OwnerDevice[]
  /** Only what was for this one. */
  device: OwnerDevice | undefined
  onShowAll: () => void
}

/** What was sent lately, to whom, and what became of it. */
export function DeliveryLog({ devices, device, onShowAll }: DeliveryLogProps) {
  const { t } = useTranslation()
  const { client } = useHub()
  const isWide = useIsWide()
  const query = useInfiniteQuery({
    queryKey: ['deliveries', device?.id],
    queryFn: ({ pageParam, signal }) =>
      client.call(listDeliveries, {
        query: {
          ...(device !== undefined && { device: device.id }),
          ...(pageParam !== undefined && { before: pageParam }),
        },
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  return (
    <Section
      title={device === undefined ? t('devices.log') : t('devices.logOf', { device: deviceName(device, t) })}
    >
      {device !== undefined && (
        <Button size="small" className="mb-3 self-start" onClick={onShowAll}>
          {t('devices.logAll')}
        </Button>
      )}
      <OwnerQuery
        query={query}
        loading={t('devices.loading')}
        failed={(reason) => t('devices.failed', { reason })}
      >
        {({ pages }) => {
          const Deliveries = isWide ? DeliveryTable : DeliveryList
          const deliveries = pages.flatMap((page) => page.deliveries)
          if (deliveries.length === 0) return <p className="text-sm text-muted">{t('devices.logEmpty')}</p>
          return (
            <div className="flex flex-col gap-3">
              <Deliveries deliveries={deliveries} devices={devices} />
              {query.hasNextPage && (
                <Button
                  size="small"
                  className="self-center"
                  isBusy={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  {t('devices.older')}
                </Button>
              )}
            </div>
          )
        }}
      </OwnerQuery>
    </Section>
  )
}
