import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { showControls } from '../../decode/show-controls.ts'
import { HIGHLIGHT_CHARS, languageOf } from './file-content.ts'
import { type ColouredNode, highlight } from './highlight.ts'

interface CodeViewProps {
  name: string
  text: string
  /** The number of the first line. */
  firstLine?: number
}

/** A text in the colours of its language, with line numbers; what nobody would see in it is written out. */
export function CodeView({ name, text, firstLine = 1 }: CodeViewProps) {
  const { t } = useTranslation()
  const content = useMemo(() => {
    const shown = showControls(text)
    return shown.length <= HIGHLIGHT_CHARS ? highlight(shown, languageOf(name)).map(render) : shown
  }, [text, name])
  const numbers = useMemo(() => {
    const count = text.replace(/\n$/, '').split('\n').length
    return Array.from({ length: count }, (_, index) => index + firstLine).join('\n')
  }, [text, firstLine])
  return (
    <section
      aria-label={t('files.contents', { name: showControls(name) })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className="thin-scroll flex min-h-0 flex-1 items-start overflow-auto font-mono text-[0.8125rem] leading-relaxed focus-visible:outline-offset-[-2px]"
    >
      <pre
        aria-hidden
        className="sticky left-0 min-h-full shrink-0 border-r border-line bg-sunken px-3 py-2.5 text-right text-faint select-none"
      >
        {numbers}
      </pre>
      <pre className="min-w-0 flex-1 px-3 py-2.5">
        <code>{content}</code>
      </pre>
    </section>
  )
}

function render(node: ColouredNode, index: number): ReactNode {
  if (node.value !== undefined) return node.value
  const names = node.properties?.className
  return (
    <span key={index} className={Array.isArray(names) ? names.join(' ') : undefined}>
      {node.children?.map(render)}
    </span>
  )
}
