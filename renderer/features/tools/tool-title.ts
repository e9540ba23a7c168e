import type { TFunction } from 'i18next'
import type { ToolItem } from '../../decode/conversation-item.ts'
import { describeTool, splitPath } from './describe-tool.ts'
import type { SearchCall } from './search-call.ts'
import type { StepState } from './step-state.ts'
import type { TodoCall } from './todo-call.ts'
import type { ToolCall } from './tool-call.ts'

/** The line above a call: what it is in words, and of what. */
export interface ToolTitle {
  label: string
  /** A command, a pattern, an address; set apart from the words. */
  detail: string
}

interface TitlePlace {
  /** Paths inside it are shortened. */
  folder: string | undefined
  state: StepState
  /** Whether a call without a result can still get one. */
  isAtWork: boolean
}

type Tense = 'did' | 'doing' | 'do'

/** What a call did, does, or was to do, in plain words. */
export function toolTitle(
  item: ToolItem,
  call: ToolCall,
  { folder, state, isAtWork }: TitlePlace,
  t: TFunction,
): ToolTitle {
  const { kind, name, detail } = describeTool(item.name, item.input, folder)
  const isDone = state === 'done'
  const tense = tenseOf(state, isAtWork)
  const plain = { label: t(`tools.${tense}.${kind}`, { name }), detail }
  switch (call.kind) {
    case 'read': {
      const { file, folder: place } = splitPath(detail)
      const count = isDone ? call.lineCount : undefined
      if (count !== undefined)
        return { label: t('toolCards.readLines', { count, name: file }), detail: place }
      return { label: t(`toolCards.${tense}Read`, { name: file }), detail: place }
    }
    case 'change':
      return changeTitle(plain, kind === 'write' ? 'Write' : 'Change', tense, t)
    case 'search':
      return { label: isDone ? searchLabel(call, t) : plain.label, detail: call.pattern ?? detail }
    case 'fetch':
      return { label: t(`toolCards.${tense}Fetch`), detail: call.address }
    case 'web-search': {
      const count = isDone ? (call.pages?.length ?? 0) : 0
      const label = count > 0 ? t('toolCards.foundPages', { count }) : t(`toolCards.${tense}WebSearch`)
      return { label, detail: call.query }
    }
    case 'todos':
      return { ...plain, detail: t('todos.progress', { completed: doneOf(call), total: call.todos.length }) }
    case 'agent': {
      const type = call.agentType
      const label = type === undefined ? plain.label : t('toolCards.agentOf', { type })
      return { label, detail: call.task ?? call.prompt ?? '' }
    }
    case 'command':
    case 'fields':
      return { ...plain, label: item.title ?? plain.label }
    default:
      return plain
  }
}

/** What waits for leave, or did not get it, was not done. */
function tenseOf(state: StepState, isAtWork: boolean): Tense {
  if (state === 'running') return isAtWork ? 'doing' : 'did'
  return state === 'done' || state === 'error' ? 'did' : 'do'
}

function changeTitle(plain: ToolTitle, verb: 'Write' | 'Change', tense: Tense, t: TFunction): ToolTitle {
  const files = plain.detail.split(', ')
  if (plain.detail === '') return plain
  if (files.length > 1)
    return { label: t(`toolCards.${tense}ChangeFiles`, { count: files.length }), detail: plain.detail }
  const { file, folder } = splitPath(plain.detail)
  return { label: t(`toolCards.${tense}${verb}`, { name: file }), detail: folder }
}

function searchLabel({ hits }: SearchCall, t: TFunction): string {
  if (hits?.kind === 'files') return t('toolCards.foundFiles', { count: hits.files.length })
  if (hits?.kind === 'lines') return t('toolCards.foundLines', { count: hits.lines.length })
  return t(hits?.kind === 'none' ? 'toolCards.foundNothing' : 'tools.did.search')
}

const doneOf = ({ todos }: TodoCall) => todos.filter(({ state }) => state === 'completed').length
