import { useTranslation } from 'react-i18next'
import { showControls } from '../../decode/show-controls.ts'
import { useConversation } from '../chat/conversation-context.ts'
import { CodeBlock } from './CodeBlock.tsx'
import { shorten } from './describe-tool.ts'
import { FileLink } from './FileLink.tsx'
import type { Hits, LineHit, SearchCall } from './search-call.ts'
import { useSome } from './use-some.tsx'

const FIRST_HITS = 20
/** What is found in a longer line is cut: it is a made file, and nobody reads it here. */
const LINE_CHARACTERS = 400

/** What was looked for, where, and what was found. */
export function SearchCard({ call: { pattern, folder, hits } }: { call: SearchCall }) {
  const { t } = useTranslation()
  const { folder: root } = useConversation()
  return (
    <>
      <p className="px-1 text-sm text-muted [overflow-wrap:anywhere]">
        {pattern !== undefined && (
          <>
            {t('toolCards.pattern')} <code className="font-mono text-ink">{showControls(pattern)}</code>{' '}
          </>
        )}
        {folder !== undefined && (
          <>
            {t('toolCards.folder')}{' '}
            <code className="font-mono text-ink">{showControls(shorten(folder, root))}</code>
          </>
        )}
      </p>
      {hits && <HitList hits={hits} />}
    </>
  )
}

function HitList({ hits }: { hits: Hits }) {
  const { t } = useTranslation()
  if (hits.kind === 'none') return <p className="px-1 text-sm text-muted">{t('toolCards.foundNothing')}</p>
  if (hits.kind === 'text') return <CodeBlock text={hits.text} foldAt={20} />
  return hits.kind === 'files' ? <FileHits files={hits.files} /> : <LineHits lines={hits.lines} />
}

function FileHits({ files }: { files: readonly string[] }) {
  const { t } = useTranslation()
  const { some, more } = useSome(files, FIRST_HITS)
  return (
    <>
      <p className="px-1 text-sm text-muted">{t('toolCards.foundFiles', { count: files.length })}</p>
      <ul className="flex flex-col gap-0.5 rounded-lg border border-line bg-raised px-3 py-2">
        {some.map((file, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what was found keeps its place, and may be named twice
          <li key={index}>
            <FileLink path={file} />
          </li>
        ))}
      </ul>
      {more}
    </>
  )
}

function LineHits({ lines }: { lines: readonly LineHit[] }) {
  const { t } = useTranslation()
  const { some, more } = useSome(lines, FIRST_HITS)
  return (
    <>
      <p className="px-1 text-sm text-muted">{t('toolCards.foundLines', { count: lines.length })}</p>
      <ul className="flex flex-col gap-2 rounded-lg border border-line bg-raised px-3 py-2">
        {groups(some).map(({ file, lines: hits }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what was found keeps its place, and a file may come again
          <li key={index} className="min-w-0">
            {file !== undefined && <FileLink path={file} />}
            <ul>
              {hits.map(({ line, text }, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <li key={place} className="flex gap-3 font-mono text-[0.8125rem] leading-relaxed">
                  <span className="min-w-8 shrink-0 text-right text-faint tabular-nums">{line}</span>
                  <span className="min-w-0 whitespace-pre-wrap [overflow-wrap:anywhere]">
                    {showControls(cutLine(text.trim()))}
                  </span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {more}
    </>
  )
}

const cutLine = (text: string) =>
  text.length > LINE_CHARACTERS ? `${text.slice(0, LINE_CHARACTERS)}…` : text

/** The lines that follow each other in one file together. */
function groups(lines: readonly LineHit[]): { file: string | undefined; lines: LineHit[] }[] {
  const found: { file: string | undefined; lines: LineHit[] }[] = []
  for (const hit of lines) {
    const last = found.at(-1)
    if (last && last.file === hit.file) last.lines.push(hit)
    else found.push({ file: hit.file, lines: [hit] })
  }
  return found
}
