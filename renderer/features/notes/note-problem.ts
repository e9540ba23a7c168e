import type { ScratchlistLimits } from '../../../contract/scratchlist.ts'
import { ClientError } from '../../client/client-error.ts'

/** What can be wrong with a note, beside what can go wrong with any request. */
export type NoteProblem = 'size' | 'type' | 'count' | 'entryBytes' | 'sessionBytes' | 'cap' | 'empty'

const BY_CODE: Readonly<Record<string, NoteProblem>> = {
  scratchlist_at_cap: 'cap',
  scratchlist_entry_empty: 'empty',
  scratchlist_attachment_too_large: 'size',
  scratchlist_attachment_mime: 'type',
  scratchlist_attachments_per_entry: 'count',
  scratchlist_attachments_entry_bytes: 'entryBytes',
  scratchlist_attachments_session_bytes: 'sessionBytes',
}

/** Why the hub refused a note or a file of it; undefined for failures that are not about notes. */
export function noteProblem(error: unknown): NoteProblem | undefined {
  return error instanceof ClientError && error.code !== undefined ? BY_CODE[error.code] : undefined
}

/** Which of the files do not fit beside those the note has, and why. The rest may be uploaded. */
export function sortFiles<Kind extends { name: string; type: string; size: number }>(
  files: readonly Kind[],
  present: readonly { size: number }[],
  limits: ScratchlistLimits,
): { fitting: Kind[]; problem: { kind: NoteProblem; name: string } | undefined } {
  const fitting: Kind[] = []
  let problem: { kind: NoteProblem; name: string } | undefined
  let total = present.reduce((sum, { size }) => sum + size, 0)
  for (const file of files) {
    const kind = !limits.allowedMimeTypes.includes(file.type)
      ? 'type'
      : file.size > limits.maxBytesPerFile
        ? 'size'
        : present.length + fitting.length >= limits.maxAttachmentsPerEntry
          ? 'count'
          : total + file.size > limits.maxBytesPerEntry
            ? 'entryBytes'
            : undefined
    if (kind) problem ??= { kind, name: file.name }
    else {
      fitting.push(file)
      total += file.size
    }
  }
  return { fitting, problem }
}
