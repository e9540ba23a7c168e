import { isObject } from '../../decode/envelope.ts'
import { CodeBlock } from './CodeBlock.tsx'
import { DiffView } from './DiffView.tsx'
import { describeTool } from './describe-tool.ts'

interface ToolInputProps {
  name: string
  input: unknown
  folder: string | undefined
}

/** What a tool is about to do or did: the command, the change to a file, else its fields. */
export function ToolInput({ name, input, folder }: ToolInputProps) {
  const { kind, detail } = describeTool(name, input, folder)
  const fields = isObject(input) ? input : {}
  if (kind === 'command' && detail !== '') return <CodeBlock text={detail} />
  if (kind === 'edit' || kind === 'write') {
    const changes = changesOf(fields)
    if (changes.length > 0) {
      return (
        <div className="flex flex-col gap-2">
          {changes.map(({ before, after }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the edits of one call keep their places
            <DiffView key={index} before={before} after={after} />
          ))}
        </div>
      )
    }
  }
  if (input === undefined || input === null) return null
  if (isObject(input) && Object.keys(input).length === 0) return null
  return <CodeBlock text={typeof input === 'string' ? input : JSON.stringify(input, null, 2)} />
}

interface Change {
  before: string
  after: string
}

function changesOf(fields: Record<string, unknown>): Change[] {
  if (Array.isArray(fields.edits)) return fields.edits.filter(isObject).flatMap(changesOf)
  const before = fields.old_string ?? fields.oldText ?? fields.oldString
  const after = fields.new_string ?? fields.newText ?? fields.newString ?? fields.content
  if (typeof before !== 'string' && typeof after !== 'string') return []
  return [{ before: typeof before === 'string' ? before : '', after: typeof after === 'string' ? after : '' }]
}
