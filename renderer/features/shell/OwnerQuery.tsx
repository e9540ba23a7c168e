import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ClientError } from '../../client/client-error.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { failureText } from '../connection/failure-text.ts'

interface OwnerQueryProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'refetch'>
  loading: string
  /** The sentence around the reason. */
  failed: (reason: string) => string
  /** Height of what will be there, as a class. */
  shape?: string
  children: (data: Data) => ReactNode
}

/** Something only the owner may see: loading, not yours, failed with a way to retry, or there. */
export function OwnerQuery<Data>({
  query,
  loading,
  failed,
  shape = 'h-32',
  children,
}: OwnerQueryProps<Data>) {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = query
  if (isForbidden(error)) return <Notice>{t('screen.ownerOnly')}</Notice>
  return (
    <>
      {error && (
        <Notice
          kind="danger"
          className="mb-4"
          action={
            <Button size="small" isBusy={isFetching} onClick={() => void refetch()}>
              {t('common.tryAgain')}
            </Button>
          }
        >
          {failed(failureText(t, error))}
        </Notice>
      )}
      {data !== undefined
        ? children(data)
        : !error && (
            <div role="status" aria-label={loading}>
              <Skeleton className={shape} />
            </div>
          )}
    </>
  )
}

/** Whether the hub said that only its owner may. */
export const isForbidden = (error: unknown) => error instanceof ClientError && error.status === 403
