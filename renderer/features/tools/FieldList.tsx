import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showControls } from '../../decode/show-controls.ts'
import { classNames } from '../../ui/class-names.ts'
import { useHold } from '../chat/conversation-context.ts'
import { CodeBlock } from './CodeBlock.tsx'
import { useSome } from './use-some.tsx'

const FIRST_FIELDS = 30
/** Longer text, or text of several lines, gets a block of its own. */
const INLINE_CHARACTERS = 200
/** Deeper values stay folded, whatever is asked for. */
const OPEN_DEPTH = 4

interface FieldListProps {
  value: unknown
  /** Nested values are unfolded from the start. */
  isOpen?: boolean
  depth?: number
}

/** A value of any shape as a list of names and values; nested ones unfold. */
export function FieldList({ value, isOpen = false, depth = 0 }: FieldListProps) {
  const entries: [string, unknown][] =
    typeof value === 'object' && value !== null ? Object.entries(value) : [['', value]]
  const { some, more } = useSome(entries, FIRST_FIELDS)
  return (
    <>
      <dl className="flex min-w-0 flex-col gap-1.5 rounded-lg border border-line bg-raised px-3 py-2 text-sm">
        {some.map(([name, field]) => (
          <Field
            key={name}
            name={Array.isArray(value) ? String(Number(name) + 1) : name}
            value={field}
            isOpen={isOpen}
            depth={depth}
          />
        ))}
      </dl>
      {more}
    </>
  )
}

interface FieldProps extends Required<FieldListProps> {
  name: string
}

function Field({ name, value, isOpen, depth }: FieldProps) {
  const isLong = typeof value === 'string' && (value.length > INLINE_CHARACTERS || value.includes('\n'))
  const list = inlineList(value)
  const isNested =
    list === undefined && typeof value === 'object' && value !== null && Object.keys(value).length > 0
  const isBlock = isLong || isNested
  return (
    <div
      className={classNames(
        'flex min-w-0',
        isBlock ? 'flex-col gap-1' : 'flex-col sm:flex-row sm:gap-3',
        name === '' && '[&>dt]:sr-only',
      )}
    >
      <dt className="shrink-0 text-muted [overflow-wrap:anywhere] sm:min-w-32">
        {showControls(readable(name))}
      </dt>
      <dd className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        {isNested ? (
          <Nested value={value} isOpen={isOpen && depth < OPEN_DEPTH} depth={depth} isDeepOpen={isOpen} />
        ) : isLong ? (
          <CodeBlock text={value} {...(!isOpen && { foldAt: 12 })} />
        ) : (
          <Plain value={list ?? value} />
        )}
      </dd>
    </div>
  )
}

/** A short list of words or numbers in one line; undefined for any other value. */
function inlineList(value: unknown): string | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > 20) return undefined
  const isPlain = value.every(
    (entry) => typeof entry === 'number' || (typeof entry === 'string' && entry !== ''),
  )
  const text = isPlain ? value.join(', ') : ''
  return text !== '' && text.length <= INLINE_CHARACTERS && !text.includes('\n') ? text : undefined
}

function Plain({ value }: { value: unknown }) {
  const { t } = useTranslation()
  if (typeof value === 'string' && value !== '') return showControls(value)
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  if (typeof value === 'boolean') return t(value ? 'toolCards.yes' : 'toolCards.no')
  return <span className="text-faint">{t('toolCards.empty')}</span>
}

interface NestedProps {
  value: object
  isOpen: boolean
  isDeepOpen: boolean
  depth: number
}

function Nested({ value, isOpen: isOpenAtFirst, isDeepOpen, depth }: NestedProps) {
  const { t } = useTranslation()
  const hold = useHold()
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const count = Object.keys(value).length
  const toggle = () => {
    hold()
    setOpen(!isOpen)
  }
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={toggle}
        className="tap flex min-h-7 items-center gap-1 rounded-md text-left text-muted hover:text-ink"
      >
        <ChevronRight
          size={14}
          aria-hidden
          className={classNames('shrink-0 transition-transform', isOpen && 'rotate-90')}
        />
        {t(Array.isArray(value) ? 'toolCards.entries' : 'toolCards.fields', { count })}
      </button>
      {isOpen && <FieldList value={value} isOpen={isDeepOpen} depth={depth + 1} />}
    </>
  )
}

/** `issue_number` and `issueNumber` read “issue number”. */
const readable = (name: string) =>
  name.length > 80
    ? name
    : name
        // An abbreviation keeps its capitals.
        .replace(
          /([a-z])([A-Z]+)/g,
          (_, before: string, capitals: string) =>
            `${before} ${capitals.length > 1 ? capitals : capitals.toLowerCase()}`,
        )
        .replaceAll('_', ' ')
        .trim()
