import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, Download } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readSessionFile } from '../../../contract/file.ts'
import { ClientError } from '../../client/client-error.ts'
import { showControls } from '../../decode/show-controls.ts'
import { formatBytes } from '../../i18n/format-bytes.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { failureText } from '../connection/failure-text.ts'
import { useHub } from '../connection/hub-context.ts'
import { CodeView } from './CodeView.tsx'
import { Failure } from './Failure.tsx'
import { bytesOf, LARGE_BYTES, nameOf, readContent, SHOWN_BYTES } from './file-content.ts'
import { ImageView } from './ImageView.tsx'
import { saveFile } from './save-file.ts'

interface FileViewerProps {
  sessionId: string
  path: string
  /** bytes, where the list told it */
  knownSize: number | undefined
  /** The way back to the list, where it is not beside the file. */
  onBack: (() => void) | undefined
}

/** One file: its text in colours, its picture, or the way to save it. */
export function FileViewer({ sessionId, path, knownSize, onBack }: FileViewerProps) {
  const { t, i18n } = useTranslation()
  const { client } = useHub()
  const heading = useRef<HTMLHeadingElement>(null)
  const isLarge = knownSize !== undefined && knownSize > LARGE_BYTES
  const [isWanted, setWanted] = useState(!isLarge)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['files', sessionId, 'file', path],
    queryFn: async ({ signal }) => {
      const answer = await client.call(readSessionFile, {
        params: { id: sessionId },
        query: { path },
        signal,
      })
      if (!answer.success) throw new ClientError(200, answer)
      return bytesOf(answer.content)
    },
    enabled: isWanted,
    gcTime: 0,
  })
  const content = useMemo(() => data && readContent(path, data), [data, path])
  useEffect(() => {
    if (onBack) heading.current?.focus({ preventScroll: true })
  }, [onBack])
  const name = nameOf(path)
  const size = (bytes: number) => formatBytes(bytes, i18n.language)
  return (
    <>
      <div className="flex shrink-0 items-center gap-1 border-b border-line px-2 py-1.5">
        {onBack && (
          <IconButton label={t('files.back')} className="size-11 text-accent" onClick={onBack}>
            <ChevronLeft size={22} aria-hidden />
          </IconButton>
        )}
        <div className="min-w-0 flex-1 px-1">
          <h2 ref={heading} tabIndex={-1} className="truncate text-sm font-medium">
            {showControls(name)}
          </h2>
          <p className="truncate text-xs text-muted" title={showControls(path)}>
            {showControls(path)}
            {data && ` · ${size(data.length)}`}
          </p>
        </div>
        {content?.kind === 'text' && <CopyButton text={content.text} />}
        {data && (
          <IconButton label={t('files.download')} onClick={() => saveFile(name, new Blob([data]))}>
            <Download size={17} aria-hidden />
          </IconButton>
        )}
      </div>
      {!isWanted && (
        <div className="m-auto flex max-w-sm flex-col items-center gap-3 p-6 text-center text-sm text-muted">
          <p>{t('files.large', { size: size(knownSize ?? 0) })}</p>
          <Button onClick={() => setWanted(true)}>{t('files.openLarge')}</Button>
        </div>
      )}
      {error && (
        <Failure isBusy={isFetching} onRetry={() => void refetch()}>
          {t('files.readFailed', { reason: failureText(t, error) })}
        </Failure>
      )}
      {isWanted && !content && !error && (
        <div role="status" aria-label={t('files.reading')} className="flex flex-col gap-3 p-4">
          <Skeleton className="h-4 w-3/5" />
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-4 w-1/2" />
        </div>
      )}
      {content?.kind === 'empty' && <p className="p-4 text-sm text-muted">{t('files.emptyFile')}</p>}
      {content?.kind === 'binary' && <p className="p-4 text-sm text-muted">{t('files.binary')}</p>}
      {content?.kind === 'image' && data && (
        <ImageView name={name} bytes={data} mimeType={content.mimeType} />
      )}
      {content?.kind === 'text' && (
        <>
          {content.isCut && (
            <Notice className="m-2">{t('files.tooLong', { size: size(SHOWN_BYTES) })}</Notice>
          )}
          <CodeView name={name} text={content.text} />
        </>
      )}
    </>
  )
}
