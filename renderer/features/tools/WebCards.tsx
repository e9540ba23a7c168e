import { useTranslation } from 'react-i18next'
import { showControls } from '../../decode/show-controls.ts'
import { LongMarkdown } from './LongMarkdown.tsx'
import { useSome } from './use-some.tsx'
import { WebLink } from './WebLink.tsx'
import { type FetchCall, type FoundPage, safeAddress, type WebSearchCall } from './web-call.ts'

/** A page that was opened: its address, what was asked of it, and the answer. */
export function FetchCard({ call: { address, question, answer } }: { call: FetchCall }) {
  return (
    <>
      <p className="px-1 text-sm">
        <WebLink address={address} />
      </p>
      {question !== undefined && (
        <p className="px-1 text-sm text-muted [overflow-wrap:anywhere]">{showControls(question)}</p>
      )}
      <LongMarkdown text={answer} />
    </>
  )
}

/** A search of the web: what was asked, and the pages it found. */
export function WebSearchCard({ call: { query, pages, answer } }: { call: WebSearchCall }) {
  const { t } = useTranslation()
  return (
    <>
      <p className="px-1 text-sm text-muted [overflow-wrap:anywhere]">
        {t('toolCards.pattern')} <span className="text-ink">{showControls(query)}</span>
      </p>
      {pages && pages.length > 0 && <Pages pages={pages} />}
      {pages?.length === 0 && answer === '' && (
        <p className="px-1 text-sm text-muted">{t('toolCards.foundNothing')}</p>
      )}
      <LongMarkdown text={answer} />
    </>
  )
}

function Pages({ pages }: { pages: readonly FoundPage[] }) {
  const { some, more } = useSome(pages, 20)
  return (
    <>
      <ol className="flex flex-col gap-2 rounded-lg border border-line bg-raised px-3 py-2 text-sm">
        {some.map(({ title, address }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what was found keeps its place, and may be named twice
          <li key={index} className="min-w-0">
            <WebLink address={address} title={title} />
            {/* A title says what it likes; the address says where the link leads. */}
            <p className="truncate text-xs text-muted">{showControls(placeOf(address))}</p>
          </li>
        ))}
      </ol>
      {more}
    </>
  )
}

function placeOf(address: string): string {
  const safe = safeAddress(address)
  return safe === undefined ? address : new URL(safe).host
}
