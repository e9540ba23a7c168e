import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { listDeliveries, type OwnerDevice } from '../../../contract/owner.ts'
import { formatFull } from '../../i18n/format.ts'
import { Button } from '../../ui/Button.tsx'
import { Section } from '../../ui/Section.tsx'
import { useHub } from '../connection/hub-context.ts'
import { OwnerQuery } from '../shell/OwnerQuery.tsx'
import { channelText, deliveryText, deviceName, recipientText } from './delivery-words.ts'

const CELL = 'px-2 py-1.5 text-left align-top'

interface DeliveryLogProps {
  devices: readonly OwnerDevice[]
  /** Only what was for this one. */
  device: OwnerDevice | undefined
  onShowAll: () => void
}

/** What was sent lately, to whom, and what became of it. */
export function DeliveryLog({ devices, device, onShowAll }: DeliveryLogProps) {
  const { t, i18n } = useTranslation()
  const { client } = useHub()
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
          const deliveries = pages.flatMap((page) => page.deliveries)
          if (deliveries.length === 0) return <p className="text-sm text-muted">{t('devices.logEmpty')}</p>
          return (
            <div className="flex flex-col gap-3">
              <section
                aria-label={t('devices.logTable')}
                // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
                tabIndex={0}
                className="thin-scroll max-h-96 overflow-auto rounded-lg border border-line"
              >
                <table className="w-full text-sm">
                  <caption className="sr-only">{t('devices.logTable')}</caption>
                  <thead className="sticky top-0 bg-sunken text-xs text-muted">
                    <tr>
                      {(['when', 'what', 'whom', 'way', 'became'] as const).map((column) => (
                        <th key={column} scope="col" className={`${CELL} font-medium`}>
                          {t(`devices.${column}`)}
                        </th>
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    {deliveries.map((delivery) => (
                      <tr key={delivery.id} className="border-t border-line">
                        <td className={`${CELL} whitespace-nowrap tabular-nums`}>
                          {formatFull(delivery.at, i18n.language)}
                        </td>
                        <td className={CELL}>{t(`devices.event.${delivery.event}`)}</td>
                        <td className={CELL}>{recipientText(delivery, devices, t)}</td>
                        <td className={CELL}>{channelText(delivery.channel, t)}</td>
                        <td className={`${CELL} min-w-48`}>{deliveryText(delivery, t)}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </section>
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
