import { useQuery } from '@tanstack/react-query'
import { Folder, FolderGit2, House } from 'lucide-react'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DirectoryEntry, listMachineDirectory } from '../../../contract/machine.ts'
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { FIELD } from '../../ui/TextField.tsx'
import { failureText, reasonText } from '../connection/failure-text.ts'
import { useHub } from '../connection/hub-context.ts'
import { crumbsOf, joinPath } from './paths.ts'

interface FolderPickerProps {
  machineId: string
  home: string | undefined
  path: string
  onChange: (path: string) => void
}

/** Walks through the folders of a computer; a path can be typed as well. */
export function FolderPicker({ machineId, home, path, onChange }: FolderPickerProps) {
  const { t } = useTranslation()
  const id = useId()
  const [typed, setTyped] = useState(path)
  const [showsHidden, setShowsHidden] = useState(false)
  useEffect(() => setTyped(path), [path])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() !== '') onChange(typed.trim())
  }
  return (
    <div className="flex flex-col gap-2">
      <form onSubmit={submit} className="flex gap-2">
        {home !== undefined && (
          <IconButton
            label={t('folder.home')}
            look="plain"
            className="size-11"
            onClick={() => onChange(home)}
          >
            <House size={18} aria-hidden />
          </IconButton>
        )}
        <input
          aria-label={t('folder.path')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          className={classNames(FIELD, 'min-h-11 min-w-0 font-mono text-sm')}
        />
        <Button type="submit" className="min-h-11" disabled={typed.trim() === '' || typed.trim() === path}>
          {t('folder.open')}
        </Button>
      </form>
      <div className="overflow-hidden rounded-xl border border-line bg-raised">
        <Breadcrumbs
          label={t('folder.crumbs')}
          crumbs={crumbsOf(path)}
          onOpen={onChange}
          className="border-b"
        />
        <FolderList machineId={machineId} path={path} showsHidden={showsHidden} onChange={onChange} />
      </div>
      <label htmlFor={id} className="tap flex items-center gap-2.5 text-sm text-muted">
        <input
          id={id}
          type="checkbox"
          checked={showsHidden}
          onChange={(event) => setShowsHidden(event.target.checked)}
          className="size-4 accent-accent"
        />
        {t('folder.hidden')}
      </label>
    </div>
  )
}

interface FolderListProps {
  machineId: string
  path: string
  showsHidden: boolean
  onChange: (path: string) => void
}

function FolderList({ machineId, path, showsHidden, onChange }: FolderListProps) {
  const { t } = useTranslation()
  const { client } = useHub()
  const listing = useQuery({
    queryKey: ['directory', machineId, path, showsHidden],
    queryFn: ({ signal }) =>
      client.call(listMachineDirectory, {
        params: { id: machineId },
        body: { path, includeHidden: showsHidden },
        signal,
      }),
  })
  const problem = listing.isError
    ? failureText(t, listing.error)
    : listing.data?.success === false && t('folder.unreadable', { reason: reasonText(t, listing.data.error) })
  if (problem) {
    return (
      <div className="p-3">
        <Notice
          kind="warn"
          action={
            <Button size="small" onClick={() => void listing.refetch()}>
              {t('common.tryAgain')}
            </Button>
          }
        >
          {problem}
        </Notice>
      </div>
    )
  }
  if (!listing.data?.success) {
    return (
      <div role="status" aria-label={t('folder.loading')} className="flex h-56 flex-col gap-5 p-4">
        <Skeleton className="h-4 w-2/5" />
        <Skeleton className="h-4 w-1/2" />
        <Skeleton className="h-4 w-1/3" />
      </div>
    )
  }
  const folders = listing.data.entries.filter(({ type }) => type === 'directory').sort(byName)
  if (folders.length === 0) return <p className="h-56 px-4 py-6 text-sm text-muted">{t('folder.empty')}</p>
  return (
    <ul aria-label={t('folder.list')} className="thin-scroll h-56 overflow-y-auto p-1.5">
      {folders.map(({ name, isGitRepo }) => (
        <li key={name}>
          <button
            type="button"
            onClick={() => onChange(joinPath(path, name))}
            className="tap flex min-h-10 w-full items-center gap-3 rounded-lg px-2.5 text-left hover:bg-hover"
          >
            {isGitRepo ? (
              <FolderGit2 size={18} aria-hidden className="shrink-0 text-accent" />
            ) : (
              <Folder size={18} aria-hidden className="shrink-0 text-faint" />
            )}
            <span className="min-w-0 flex-1 truncate">{name}</span>
            {isGitRepo && <span className="shrink-0 text-xs text-faint">{t('folder.project')}</span>}
          </button>
        </li>
      ))}
    </ul>
  )
}

const byName = (a: DirectoryEntry, b: DirectoryEntry) => a.name.localeCompare(b.name)
