import { useTranslation } from 'react-i18next'
import type { ReviewItem } from '../../decode/conversation-item.ts'
import { isObject } from '../../decode/envelope.ts'
import { MarkdownText } from './MarkdownText.tsx'

/** A review an agent wrote: verdict, reasons, findings. */
export function ReviewView({ item }: { item: ReviewItem }) {
  const { t } = useTranslation()
  return (
    <section aria-label={t('conversation.review')} className="rounded-xl border border-line p-4">
      <h3 className="font-semibold">{item.correctness ?? t('conversation.review')}</h3>
      {item.explanation !== undefined && <MarkdownText text={item.explanation} />}
      <ol className="mt-3 list-decimal space-y-3 pl-5 marker:text-faint">
        {item.findings.filter(isObject).map((finding) => (
          <li key={JSON.stringify(finding)}>
            <p className="font-medium">{String(finding.title ?? '')}</p>
            {typeof finding.body === 'string' && <MarkdownText text={finding.body} />}
          </li>
        ))}
      </ol>
    </section>
  )
}
