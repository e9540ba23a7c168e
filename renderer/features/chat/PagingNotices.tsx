import { useTranslation } from 'react-i18next'
import type { MessagesSnapshot } from '../../state/hub-store-types.ts'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import type { Paging } from './use-paging.ts'

interface PagingNoticesProps {
  messages: MessagesSnapshot
  paging: Paging
}

/** At the upper and the lower edge of the conversation: that more is loading, or could not be loaded. */
export function PagingNotices({
  messages: { loadingOlder, loadingNewer },
  paging: { older, newer },
}: PagingNoticesProps) {
  const { t } = useTranslation()
  return (
    <>
      {loadingOlder && <Loading place="top-2">{t('conversation.loadingOlder')}</Loading>}
      {loadingNewer && <Loading place="bottom-14">{t('conversation.loadingNewer')}</Loading>}
      {older.hasFailed && (
        <Failed place="top-2" onRetry={older.load}>
          {t('conversation.olderFailed')}
        </Failed>
      )}
      {newer.hasFailed && (
        <Failed place="bottom-14" onRetry={newer.load}>
          {t('conversation.newerFailed')}
        </Failed>
      )}
    </>
  )
}

function Loading({ place, children }: { place: string; children: string }) {
  return (
    <p
      role="status"
      className={classNames(
        'pointer-events-none absolute left-1/2 flex -translate-x-1/2 items-center gap-2 rounded-full border border-line bg-raised px-3 py-1 text-sm text-muted shadow-card',
        place,
      )}
    >
      <Spinner />
      {children}
    </p>
  )
}

function Failed({ place, onRetry, children }: { place: string; onRetry: () => void; children: string }) {
  const { t } = useTranslation()
  return (
    <div className={classNames('absolute inset-x-4 mx-auto max-w-md', place)}>
      <Notice
        kind="danger"
        action={
          <Button size="small" onClick={onRetry}>
            {t('common.tryAgain')}
          </Button>
        }
      >
        {children}
      </Notice>
    </div>
  )
}
