import { useTranslation } from 'react-i18next'
import { Skeleton } from '../../ui/Skeleton.tsx'

/** A session that loads. */
export function SessionSkeleton() {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('sessions.opening')} className="flex flex-1 flex-col">
      <div className="flex flex-col gap-2 border-b border-line px-5 py-3.5">
        <Skeleton className="h-4 w-52" />
        <Skeleton className="h-3 w-72 max-w-full" />
      </div>
      <ConversationSkeleton />
    </div>
  )
}

/** Messages that load. */
export function ConversationSkeleton() {
  return (
    <div aria-hidden className="mx-auto flex w-full max-w-3xl flex-1 flex-col justify-end gap-6 px-4 py-6">
      <Skeleton className="h-10 w-2/5 self-end" />
      <Skeleton className="h-4 w-4/5" />
      <Skeleton className="h-4 w-3/5" />
      <Skeleton className="h-9 w-1/2" />
      <Skeleton className="h-4 w-2/3" />
    </div>
  )
}
