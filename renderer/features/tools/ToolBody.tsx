import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ToolItem } from '../../decode/conversation-item.ts'
import { isObject } from '../../decode/envelope.ts'
import { showControls } from '../../decode/show-controls.ts'
import { AgentCard } from './AgentCard.tsx'
import { AsItCame } from './AsItCame.tsx'
import { CodeBlock } from './CodeBlock.tsx'
import { DiffView } from './DiffView.tsx'
import { splitPath } from './describe-tool.ts'
import { FieldList } from './FieldList.tsx'
import { LongMarkdown } from './LongMarkdown.tsx'
import { QuestionsCard } from './QuestionsCard.tsx'
import { ReadCard } from './ReadCard.tsx'
import { ResultPictures } from './ResultPictures.tsx'
import { withoutPictures } from './result-pictures.ts'
import { plainText, resultText } from './result-text.ts'
import { SearchCard } from './SearchCard.tsx'
import type { StepState } from './step-state.ts'
import { TodoRows } from './TodoRows.tsx'
import type { ChangeCall, CommandCall, ToolCall } from './tool-call.ts'
import { FetchCard, WebSearchCard } from './WebCards.tsx'

const FOLD_AT = 20
const CHANGE_LINES = 60
/** Longer JSON within text stays text. */
const PARSED_CHARACTERS = 200_000

interface ToolBodyProps {
  item: ToolItem
  call: ToolCall
  state: StepState
  /** What a sub-agent did under this call. */
  children: ReactNode
}

/** All of a tool call: what it was given, what came of it, and both as they came. */
export function ToolBody({ item, call, state, children }: ToolBodyProps) {
  const { t } = useTranslation()
  const { input, result, progress } = item
  const came = useMemo(() => ({ input, result }), [input, result])
  const failure = state === 'error' ? failureText(result) : ''
  const news = state === 'running' ? (plainText(progress) ?? '') : ''
  return (
    <>
      <Card item={item} call={call} state={state}>
        {children}
      </Card>
      <ResultPictures result={result} name={call.kind === 'read' ? splitPath(call.path).file : undefined} />
      {call.kind !== 'agent' && children}
      {news !== '' && <CodeBlock isOutput text={news} foldAt={FOLD_AT} />}
      {(state === 'denied' || state === 'withdrawn') && call.kind !== 'questions' && call.kind !== 'plan' && (
        <p className="px-1 text-sm text-muted">{t(`toolCards.${state}`)}</p>
      )}
      {failure !== '' && <CodeBlock isOutput text={failure} isError foldAt={FOLD_AT} />}
      <AsItCame value={came} />
    </>
  )
}

function Card({ item, call, state, children }: ToolBodyProps) {
  switch (call.kind) {
    case 'command':
      return <CommandCard call={call} state={state} />
    case 'change':
      return <ChangeCard call={call} />
    case 'read':
      return <ReadCard call={call} />
    case 'search':
      return <SearchCard call={call} />
    case 'fetch':
      return <FetchCard call={call} />
    case 'web-search':
      return <WebSearchCard call={call} />
    case 'todos':
      return (
        <>
          {call.reason !== undefined && (
            <p className="px-1 text-sm text-muted [overflow-wrap:anywhere]">{showControls(call.reason)}</p>
          )}
          <TodoRows todos={call.todos} className="rounded-lg border border-line bg-raised px-3 py-1.5" />
        </>
      )
    case 'agent':
      return (
        <AgentCard call={call} state={state}>
          {children}
        </AgentCard>
      )
    case 'questions':
      return <QuestionsCard call={call} />
    case 'plan':
      return <LongMarkdown text={showControls(call.plan)} />
    case 'fields':
      return <FieldsCard item={item} state={state} />
  }
}

function CommandCard({ call: { command, output }, state }: { call: CommandCall; state: StepState }) {
  const { t } = useTranslation()
  return (
    <>
      <CodeBlock text={command} foldAt={FOLD_AT} />
      {output === '' && state === 'done' && (
        <p className="px-1 text-sm text-muted">{t('toolCards.noOutput')}</p>
      )}
      {output !== '' && (
        <>
          <p className="px-1 text-xs font-medium text-faint">{t('tools.result')}</p>
          <CodeBlock isOutput text={output} foldAt={FOLD_AT} />
        </>
      )}
    </>
  )
}

function ChangeCard({ call: { changes, output } }: { call: ChangeCall }) {
  return (
    <>
      {changes.map((change, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the edits of one call keep their places
        <DiffView key={index} change={change} first={CHANGE_LINES} />
      ))}
      {output !== '' && <CodeBlock isOutput text={output} foldAt={FOLD_AT} />}
    </>
  )
}

type FieldsCardProps = Pick<ToolBodyProps, 'item' | 'state'>

function FieldsCard({ item: { input, result }, state }: FieldsCardProps) {
  const { t } = useTranslation()
  const words = useMemo(() => withoutPictures(result), [result])
  const isShown = state === 'done' && words !== undefined && words !== null && words !== ''
  return (
    <>
      <Value value={input} />
      {isShown && (
        <>
          <p className="px-1 text-xs font-medium text-faint">{t('tools.result')}</p>
          <Value value={words} />
        </>
      )}
    </>
  )
}

/** Text as text, all else by its fields. */
function Value({ value }: { value: unknown }) {
  const shown = useMemo(() => unwrapped(value), [value])
  if (shown === undefined || shown === null || shown === '') return null
  if (typeof shown === 'string') return <CodeBlock text={shown} foldAt={FOLD_AT} />
  return isObject(shown) && Object.keys(shown).length === 0 ? null : <FieldList value={shown} />
}

/** What plugged-in tools answer is often JSON within text. */
function unwrapped(value: unknown): unknown {
  const text = Array.isArray(value) || typeof value === 'string' ? plainText(value) : undefined
  if (text === undefined) return value
  if (text.length > PARSED_CHARACTERS || !/^\s*[{[]/.test(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Without the marks agents put around a failure for themselves. */
const failureText = (result: unknown) =>
  resultText(result).replace(/^<tool_use_error>|<\/tool_use_error>$/g, '')
