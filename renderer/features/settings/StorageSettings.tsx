import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { compactStorage, getStorageInfo } from '../../../contract/storage.ts'
import { formatBytes } from '../../i18n/format-bytes.ts'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Section } from '../../ui/Section.tsx'
import { failureText } from '../connection/failure-text.ts'
import { useHub } from '../connection/hub-context.ts'
import { OwnerQuery } from '../shell/OwnerQuery.tsx'
import { StorageBackups } from './StorageBackups.tsx'

/** Where the hub keeps its data, how much it takes, and copies of it. */
export function StorageSettings() {
  const { t, i18n } = useTranslation()
  const { client } = useHub()
  const query = useQuery({
    queryKey: ['storage'],
    queryFn: ({ signal }) => client.call(getStorageInfo, { signal }),
  })
  const size = (bytes: number) => formatBytes(bytes, i18n.language)
  return (
    <Section title={t('settings.storage')} hint={t('storage.hint')}>
      <OwnerQuery
        query={query}
        loading={t('settings.loading')}
        failed={(reason) => t('settings.failed', { reason })}
      >
        {({ path, databaseBytes, walBytes, shmBytes, totalBytes }) => (
          <div className="flex flex-col gap-6">
            <dl className="grid grid-cols-2 gap-x-4 gap-y-1 text-sm sm:grid-cols-[auto_1fr]">
              <dt className="text-muted">{t('settings.storageTotal')}</dt>
              <dd className="font-medium tabular-nums">{size(totalBytes)}</dd>
              <dt className="text-muted">{t('settings.storageDatabase')}</dt>
              <dd className="tabular-nums">{size(databaseBytes)}</dd>
              <dt className="text-muted">{t('settings.storageLog')}</dt>
              <dd className="tabular-nums">{size(walBytes + shmBytes)}</dd>
              <dt className="col-span-2 self-center text-muted sm:col-span-1">{t('settings.storagePath')}</dt>
              <dd className="col-span-2 flex items-center gap-1 sm:col-span-1">
                <span className="min-w-0 font-mono [overflow-wrap:anywhere]">{path}</span>
                <CopyButton text={path} />
              </dd>
            </dl>
            <Compact onDone={() => void query.refetch()} />
            <StorageBackups />
          </div>
        )}
      </OwnerQuery>
    </Section>
  )
}

/** Room that deleted sessions left goes back to the disk. */
function Compact({ onDone }: { onDone: () => void }) {
  const { t, i18n } = useTranslation()
  const { client } = useHub()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<{ text: string; isFailure: boolean }>()
  const size = (bytes: number) => formatBytes(bytes, i18n.language)
  const compact = async () => {
    setBusy(true)
    try {
      const { beforeBytes: before, afterBytes: after } = await client.call(compactStorage)
      const text =
        after < before
          ? t('storage.compacted', { freed: size(before - after), before: size(before), after: size(after) })
          : t('storage.compactedNothing')
      announce(text)
      setOutcome({ text, isFailure: false })
      onDone()
    } catch (error) {
      setOutcome({ text: failureText(t, error), isFailure: true })
    } finally {
      setBusy(false)
      setAsking(false)
    }
  }
  return (
    <div>
      <h3 className="font-medium">{t('storage.compact')}</h3>
      <p className="mb-3 text-sm text-muted">{t('storage.compactText')}</p>
      {outcome && (
        <Notice kind={outcome.isFailure ? 'danger' : 'info'} className="mb-3">
          {outcome.text}
        </Notice>
      )}
      <Button
        onClick={() => {
          setOutcome(undefined)
          setAsking(true)
        }}
      >
        {t('storage.compact')}
      </Button>
      <Dialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('storage.compactAsk')}
        description={t('storage.compactConsequences')}
      >
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={() => setAsking(false)}>
            {t('common.cancel')}
          </Button>
          <Button look="primary" isBusy={isBusy} onClick={compact}>
            {t('storage.compact')}
          </Button>
        </div>
      </Dialog>
    </div>
  )
}
