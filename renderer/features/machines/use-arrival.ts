import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Machine } from '../../../contract/machine.ts'
import { announce } from '../../ui/announce.ts'
import { useMachines } from '../connection/hub-context.ts'
import { machineName } from './machine-name.ts'

/** The computer that came last while this was shown, as long as it is there; its coming is also said. */
export function useArrival(): Machine | undefined {
  const { t } = useTranslation()
  const { machines, status } = useMachines()
  const known = useRef<ReadonlySet<string>>(undefined)
  const [arrivedId, setArrivedId] = useState<string>()
  useEffect(() => {
    if (status !== 'ready') return
    const online = machines.filter(({ active }) => active)
    const before = known.current
    known.current = new Set(online.map(({ id }) => id))
    const arrived = before && online.find(({ id }) => !before.has(id))
    if (!arrived) return
    setArrivedId(arrived.id)
    announce(t('getStarted.arrived', { computer: machineName(arrived) }))
  }, [machines, status, t])
  return machines.find(({ id, active }) => active && id === arrivedId)
}
