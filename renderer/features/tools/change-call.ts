import { isObject, type JsonObject } from '../../decode/envelope.ts'
import { fieldOf, textField } from './tool-fields.ts'

/** What becomes of a file: its old and new text, or a patch. */
export interface FileChange {
  /** Undefined where the call itself names the file. */
  path: string | undefined
  /** Undefined for a patch. */
  text: { before: string; after: string } | undefined
  patch: string | undefined
}

/** The changes of files an agent asks for; empty where the fields tell none. */
export function changesIn(fields: JsonObject): FileChange[] {
  const { changes } = fields
  if (isObject(changes)) return Object.entries(changes).flatMap(([path, change]) => fileChanges(path, change))
  const edits = fieldOf(fields, 'edits', 'replacement_chunks')
  if (Array.isArray(edits))
    return edits.filter(isObject).flatMap((edit) => changesIn({ ...edit, edits: undefined }))
  const patch = textField(fields, 'patch', 'patch_text', 'unified_diff', 'diff', 'input')
  if (patch !== undefined && /^(\*\*\* |@@|diff --git|--- )/m.test(patch))
    return [{ path: undefined, text: undefined, patch }]
  return textChange(fields)
}

/** The changes a result tells, in the form of the Agent Client Protocol. */
export function changesInResult(result: unknown): FileChange[] {
  const parts = isObject(result) ? result.content : result
  if (!Array.isArray(parts)) return []
  return parts
    .filter(isObject)
    .filter(({ type }) => type === 'diff')
    .flatMap((part) => textChange(part).map((change) => ({ ...change, path: textField(part, 'path') })))
}

function textChange(fields: JsonObject): FileChange[] {
  const before = fieldOf(fields, 'old_string', 'old_text', 'old_str', 'target_content')
  const after = fieldOf(
    fields,
    'new_string',
    'new_text',
    'new_str',
    'replacement_content',
    'new_source',
    'content',
    'contents',
    'file_text',
    'code_content',
  )
  if (typeof before !== 'string' && typeof after !== 'string') return []
  const text = {
    before: typeof before === 'string' ? before : '',
    after: typeof after === 'string' ? after : '',
  }
  return [{ path: undefined, text, patch: undefined }]
}

/** `{type: 'update', unified_diff}` and `{update: {unified_diff}}` say the same. */
function fileChanges(path: string, change: unknown): FileChange[] {
  if (!isObject(change)) return []
  const type = typeof change.type === 'string' ? change.type : Object.keys(change)[0]
  const inner = type !== undefined && isObject(change[type]) ? change[type] : change
  const patch = textField(inner, 'unified_diff', 'diff')
  if (patch !== undefined) return [{ path, text: undefined, patch }]
  const { content } = inner
  if (typeof content === 'string' && (type === 'delete' || type === 'remove'))
    return [{ path, text: { before: content, after: '' }, patch: undefined }]
  return textChange(inner).map((found) => ({ ...found, path }))
}
