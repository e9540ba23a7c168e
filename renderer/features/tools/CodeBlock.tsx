import { CopyButton } from '../../ui/CopyButton.tsx'
import { classNames } from '../../ui/class-names.ts'

/** Above this the rest is left out of the page; copying takes all of it. */
const SHOWN_CHARACTERS = 20_000

/** Text in a fixed-width font that scrolls by itself and can be copied. */
export function CodeBlock({ text, isError = false }: { text: string; isError?: boolean }) {
  return (
    <div
      className={classNames(
        'relative rounded-lg border',
        isError ? 'border-danger-line bg-danger-soft' : 'border-line bg-raised',
      )}
    >
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className="thin-scroll max-h-72 overflow-auto rounded-lg min-h-10 py-2.5 pr-12 pl-3 pointer-coarse:min-h-12 font-mono text-[0.8125rem] leading-relaxed break-words whitespace-pre-wrap"
      >
        {text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text}
      </pre>
      <CopyButton text={text} className="absolute top-1 right-1 size-8 bg-inherit" />
    </div>
  )
}
