import { useQuery } from '@tanstack/react-query'
import { getPushDiagnostics } from '../../../contract/owner.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useHub } from '../connection/hub-context.ts'

/** What the hub says of its ways to notify people; shared by the screens that show it. */
export function usePushDiagnostics() {
  const { client } = useHub()
  return useQuery({
    queryKey: ['push-diagnostics'],
    queryFn: ({ signal }) => client.call(getPushDiagnostics, { signal }),
  })
}

/** The ways that are off or set up wrong, in the hub's own words; nothing when all is well. */
export function PushDiagnostics() {
  const { data } = usePushDiagnostics()
  return data?.diagnostics.map(({ channel, isProblem, message }) => (
    <Notice key={channel + message} kind={isProblem ? 'warn' : 'info'}>
      {message}
    </Notice>
  ))
}
