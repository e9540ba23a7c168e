import { ChevronRight, File as FileIcon, FileQuestion, Folder } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { SessionDirectoryEntry } from '../../../contract/file.ts'
import { showControls } from '../../decode/show-controls.ts'
import { formatBytes } from '../../i18n/format-bytes.ts'
import { classNames } from '../../ui/class-names.ts'

interface FileRowProps {
  kind: SessionDirectoryEntry['type']
  name: string
  /** Where it lies, for files of several folders. */
  folder?: string
  size: number | undefined
  isOpen: boolean
  onOpen: () => void
}

const ICONS = { file: FileIcon, directory: Folder, other: FileQuestion } as const

/** A file or folder to open. */
export function FileRow({ kind, name, folder, size, isOpen, onOpen }: FileRowProps) {
  const { i18n } = useTranslation()
  const Icon = ICONS[kind]
  return (
    <li>
      <button
        type="button"
        aria-current={isOpen || undefined}
        onClick={onOpen}
        className="tap flex min-h-9 w-full items-center gap-2.5 rounded-lg px-2.5 py-1 text-left text-sm hover:bg-hover focus-visible:outline-offset-[-2px] aria-[current]:bg-accent-soft"
      >
        <Icon
          size={16}
          aria-hidden
          className={classNames('shrink-0', kind === 'directory' ? 'text-accent' : 'text-faint')}
        />
        <span className="min-w-0 flex-1">
          <span className="block truncate">{showControls(name)}</span>
          {folder !== undefined && folder !== '' && (
            <span className="block truncate text-xs text-faint">{showControls(folder)}</span>
          )}
        </span>
        {kind === 'file' && size !== undefined && (
          <span className="shrink-0 text-xs text-faint tabular-nums">{formatBytes(size, i18n.language)}</span>
        )}
        {kind === 'directory' && <ChevronRight size={15} aria-hidden className="shrink-0 text-faint" />}
      </button>
    </li>
  )
}
