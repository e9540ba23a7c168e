import { Smartphone, Watch } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OWNER_NAMESPACE } from '../../../contract/auth.ts'
import { type OwnerDevice, removeDevice, testDevice } from '../../../contract/owner.ts'
import { formatDate } from '../../i18n/format.ts'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Age } from '../../ui/Time.tsx'
import { useHub } from '../connection/hub-context.ts'
import { useAction } from '../connection/use-action.ts'
import { deliveryText } from './delivery-words.ts'

/** As much of an id as tells two phones apart. */
const ID_LENGTH = 12

interface DeviceCardProps {
  device: OwnerDevice
  onChanged: () => void
  /** Shows what was sent to it. */
  onShowLog: () => void
}

/** One registered phone: what was last sent to it, a test, and its removal. */
export function DeviceCard({ device, onChanged, onShowLog }: DeviceCardProps) {
  const { t, i18n } = useTranslation()
  const { client } = useHub()
  const testing = useAction()
  const removing = useAction()
  const [outcome, setOutcome] = useState<string>()
  const [isAsking, setAsking] = useState(false)
  const name = t(`devices.platform.${device.platform}`)
  const shortId = device.deviceId.slice(0, ID_LENGTH)
  const Icon = device.platform === 'wear' ? Watch : Smartphone
  const params = { id: device.id }

  const test = () =>
    testing.run(async () => {
      setOutcome(undefined)
      const text = t('devices.testResult', {
        result: deliveryText(await client.call(testDevice, { params }), t),
      })
      setOutcome(text)
      announce(text)
      onChanged()
    })
  const remove = async () => {
    if (!(await removing.run(() => client.call(removeDevice, { params })))) return
    announce(t('devices.removed'))
    setAsking(false)
    onChanged()
  }
  const close = () => {
    setAsking(false)
    removing.clear()
  }
  return (
    <li className="rounded-2xl border border-line bg-raised p-4 shadow-card">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <Icon size={22} aria-hidden className="mt-0.5 shrink-0 text-faint" />
        <div className="min-w-40 flex-1">
          <h2 className="font-semibold">{name}</h2>
          <p className="text-sm text-muted">
            {device.namespace !== OWNER_NAMESPACE && (
              <>{t('devices.namespace', { namespace: device.namespace })} · </>
            )}
            <span title={device.deviceId}>{t('devices.id', { id: shortId })}</span> ·{' '}
            {t('devices.since', { date: formatDate(device.registeredAt, Date.now(), i18n.language) })}
          </p>
          <p className="mt-1 text-sm">
            <LastDelivery device={device} />
          </p>
        </div>
        <div className="flex flex-wrap gap-1">
          <Button
            size="small"
            look="quiet"
            aria-label={t('devices.historyOf', { device: `${name} ${shortId}` })}
            onClick={onShowLog}
          >
            {t('devices.history')}
          </Button>
          <Button
            size="small"
            isBusy={testing.isBusy}
            aria-label={t('devices.testOf', { device: `${name} ${shortId}` })}
            onClick={test}
          >
            {t('devices.test')}
          </Button>
          <Button
            size="small"
            look="danger-quiet"
            aria-label={t('devices.removeOf', { device: `${name} ${shortId}` })}
            onClick={() => setAsking(true)}
          >
            {t('devices.remove')}
          </Button>
        </div>
      </div>
      {!device.hasPushKey && device.platform !== 'wear' && (
        <Notice kind="warn" className="mt-3">
          {t('devices.noKey')}
        </Notice>
      )}
      {outcome !== undefined && <Notice className="mt-3">{outcome}</Notice>}
      {testing.error !== undefined && (
        <Notice kind="danger" className="mt-3">
          {testing.error}
        </Notice>
      )}
      <Dialog
        isOpen={isAsking}
        onClose={close}
        title={t('devices.removeTitle')}
        description={t('devices.removeText')}
      >
        {removing.error !== undefined && (
          <Notice kind="danger" className="mb-4">
            {removing.error}
          </Notice>
        )}
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={close}>
            {t('common.cancel')}
          </Button>
          <Button look="danger" isBusy={removing.isBusy} onClick={remove}>
            {t('devices.remove')}
          </Button>
        </div>
      </Dialog>
    </li>
  )
}

function LastDelivery({ device: { lastDelivery } }: { device: OwnerDevice }) {
  const { t } = useTranslation()
  if (!lastDelivery) return t('devices.never')
  return (
    <>
      {t('devices.lastResult', { result: deliveryText(lastDelivery, t) })}{' '}
      <Age at={lastDelivery.at} className="text-muted" />
    </>
  )
}
