import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getStorageInfo } from '../../../contract/storage.ts'
import { formatBytes } from '../../i18n/format-bytes.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Section } from '../../ui/Section.tsx'
import { useHub } from '../connection/hub-context.ts'
import { OwnerQuery } from '../shell/OwnerQuery.tsx'

/** Where the hub keeps its data, and how much it takes. */
export function StorageSettings() {
  const { t, i18n } = useTranslation()
  const { client } = useHub()
  const query = useQuery({
    queryKey: ['storage'],
    queryFn: ({ signal }) => client.call(getStorageInfo, { signal }),
  })
  const size = (bytes: number) => formatBytes(bytes, i18n.language)
  return (
    <Section title={t('settings.storage')} hint={t('settings.storageHint')}>
      <OwnerQuery
        query={query}
        loading={t('settings.loading')}
        failed={(reason) => t('settings.failed', { reason })}
      >
        {({ path, databaseBytes, walBytes, shmBytes, totalBytes }) => (
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
        )}
      </OwnerQuery>
    </Section>
  )
}
