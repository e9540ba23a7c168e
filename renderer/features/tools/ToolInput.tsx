import { isObject } from '../../decode/envelope.ts'
import { CodeBlock } from './CodeBlock.tsx'
import { changesIn } from './change-call.ts'
import { DiffView } from './DiffView.tsx'
import { describeTool } from './describe-tool.ts'
import { FieldList } from './FieldList.tsx'

/** Whoever allows a change reads it whole; more lines than this would keep the page from answering. */
const CHANGE_LINES = 1000

interface ToolInputProps {
  name: string
  input: unknown
  folder: string | undefined
}

/** What a tool is about to do: the command, the change to a file, else its fields; nothing of it is folded. */
export function ToolInput({ name, input, folder }: ToolInputProps) {
  const { kind, detail } = describeTool(name, input, folder)
  const fields = isObject(input) ? input : typeof input === 'string' ? { input } : {}
  if (kind === 'command' && detail !== '') return <CodeBlock text={detail} />
  const changes = kind === 'edit' || kind === 'write' ? changesIn(fields) : []
  if (changes.length > 0) {
    return (
      <div className="flex flex-col gap-2">
        {changes.map((change, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the edits of one call keep their places
          <DiffView key={index} change={change} first={CHANGE_LINES} />
        ))}
      </div>
    )
  }
  if (typeof input === 'string') return <CodeBlock text={input} />
  if (!isObject(input))
    return input === undefined || input === null ? null : <FieldList value={input} isOpen />
  return Object.keys(input).length === 0 ? null : <FieldList value={input} isOpen />
}
