import { useEffect, useState } from 'react'
import { getHealth, PROTOCOL_VERSION } from '../../../contract/auth.ts'
import { useConnection, useHub } from '../connection/hub-context.ts'
import { appVersion } from './app-version.ts'

/**
 * Whether hub and page speak the same protocol, asked after every connect: a page kept in the browser outlives
 * an update of the hub, and so does a page that stays open. Looks for a newer page at the same moment.
 */
export function useProtocolFits(): boolean {
  const { client } = useHub()
  const { state } = useConnection()
  const [fits, setFits] = useState(true)
  useEffect(() => {
    if (state !== 'live') return
    let isAsking = true
    void appVersion.check()
    client.call(getHealth).then(
      ({ protocolVersion }) => isAsking && setFits(protocolVersion === PROTOCOL_VERSION),
      // A hub that does not say so proves nothing.
      () => undefined,
    )
    return () => {
      isAsking = false
    }
  }, [client, state])
  return fits
}
