import { useTranslation } from 'react-i18next'
import type { Delivery, OwnerDevice } from '../../../contract/owner.ts'
import { formatFull } from '../../i18n/format.ts'
import { channelText, deliveryText, recipientText } from './delivery-words.ts'

const CELL = 'px-2 py-1.5 text-left align-top'
const COLUMNS = ['when', 'what', 'whom', 'way', 'became'] as const

interface DeliveriesProps {
  deliveries: readonly Delivery[]
  devices: readonly OwnerDevice[]
}

/** What was sent, a line each. */
export function DeliveryTable({ deliveries, devices }: DeliveriesProps) {
  const { t, i18n } = useTranslation()
  return (
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
            {COLUMNS.map((column) => (
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
  )
}

/** The same where a table has no room: what became of it would be beyond the edge. */
export function DeliveryList({ deliveries, devices }: DeliveriesProps) {
  const { t, i18n } = useTranslation()
  return (
    <ul aria-label={t('devices.logTable')} className="divide-y divide-line text-sm">
      {deliveries.map((delivery) => (
        <li key={delivery.id} className="py-2.5 [overflow-wrap:anywhere]">
          <p className="font-medium">{t(`devices.event.${delivery.event}`)}</p>
          <p>{deliveryText(delivery, t)}</p>
          <p className="text-muted">
            {[recipientText(delivery, devices, t), channelText(delivery.channel, t)].join(' · ')}
          </p>
          <p className="text-muted tabular-nums">{formatFull(delivery.at, i18n.language)}</p>
        </li>
      ))}
    </ul>
  )
}
