import { ExternalLink } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { showControls } from '../../decode/show-controls.ts'
import { safeAddress } from './web-call.ts'

/** An address of the web as a link that opens outside; what may not be opened stays text. */
export function WebLink({ address, title }: { address: string; title?: string }) {
  const { t } = useTranslation()
  const safe = safeAddress(address)
  const words = showControls(title ?? safe ?? address)
  if (safe === undefined) return <span className="[overflow-wrap:anywhere]">{words}</span>
  return (
    <a
      href={safe}
      target="_blank"
      rel="noopener noreferrer"
      className="font-medium text-accent underline [overflow-wrap:anywhere]"
    >
      {words}
      <ExternalLink size={13} aria-hidden className="ml-1 inline align-baseline" />
      <span className="sr-only"> ({t('toolCards.opensOutside')})</span>
    </a>
  )
}
