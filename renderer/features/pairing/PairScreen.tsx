import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getPairing, type PairingAddress } from '../../../contract/owner.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useHub } from '../connection/hub-context.ts'
import { OwnerQuery } from '../shell/OwnerQuery.tsx'
import { ScreenFrame } from '../shell/ScreenFrame.tsx'
import { useIsOwner } from '../shell/screens.ts'
import { NewCodeLink } from './NewCodeLink.tsx'
import { NewDeviceWatch } from './NewDeviceWatch.tsx'
import { PairingCodes } from './PairingCodes.tsx'
import { PairingObstacle } from './PairingObstacle.tsx'
import { type PairingWay, pairingWays } from './pairing-address.ts'
import { useOwnCode } from './use-own-code.ts'
import { useReach } from './use-reachability.ts'

/** The codes that a phone scans to have this hub. */
export function PairScreen() {
  const { t } = useTranslation()
  const isOwner = useIsOwner()
  return (
    <ScreenFrame title={t('pair.title')} intro={t('pair.intro')}>
      <div className="flex flex-col gap-4">{isOwner ? <OwnerPairing /> : <GuestPairing />}</div>
    </ScreenFrame>
  )
}

function OwnerPairing() {
  const { t } = useTranslation()
  const { client } = useHub()
  const code = useOwnCode()
  const query = useQuery({
    queryKey: ['pairing'],
    queryFn: ({ signal }) => client.call(getPairing, { signal }),
  })
  return (
    <OwnerQuery
      query={query}
      loading={t('pair.loading')}
      failed={(reason) => t('pair.failed', { reason })}
      shape="h-96"
    >
      {({ addresses, obstacle }) => {
        const ways = pairingWays(addresses, window.location.origin, code)
        return (
          <>
            {ways.length > 0 ? (
              <>
                <NewDeviceWatch />
                <CheckedCodes ways={ways} addresses={addresses} />
              </>
            ) : (
              obstacle && (
                <PairingObstacle
                  obstacle={obstacle}
                  code={code}
                  isBusy={query.isFetching}
                  onRetry={() => void query.refetch()}
                />
              )
            )}
            <p className="text-sm text-muted">
              {t('pair.changed')} <NewCodeLink />
            </p>
          </>
        )
      }}
    </OwnerQuery>
  )
}

/** The codes are there at once; whether the hub answers at their addresses follows. */
function CheckedCodes({
  ways,
  addresses,
}: {
  ways: readonly PairingWay[]
  addresses: readonly PairingAddress[]
}) {
  return <PairingCodes ways={ways} reach={useReach(addresses)} />
}

/** The hub tells its addresses to its owner only; what others know is how they came themselves. */
function GuestPairing() {
  const { t } = useTranslation()
  const ways = pairingWays([], window.location.origin, useOwnCode())
  return (
    <>
      <Notice>{t('pair.guest')}</Notice>
      {ways.length > 0 ? (
        <PairingCodes ways={ways} />
      ) : (
        <Notice kind="warn">{t('pair.guestLoopback')}</Notice>
      )}
    </>
  )
}
