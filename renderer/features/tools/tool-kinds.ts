import { isObject } from '../../decode/envelope.ts'

/** What a tool does, in the few kinds people tell apart; a key of `tools.did`, `tools.doing` and `tools.wants`. */
export type ToolKind =
  | 'command'
  | 'read'
  | 'edit'
  | 'write'
  | 'search'
  | 'web'
  | 'agent'
  | 'todo'
  | 'question'
  | 'plan'
  | 'other'

/**
 * The names agents give their tools, in lower case without separators: those of Claude, then what Codex, Gemini,
 * OpenCode, Cursor, Grok, Copilot, Pi, Antigravity and the kinds of the Agent Client Protocol add.
 */
const NAMES: Readonly<Record<Exclude<ToolKind, 'other'>, string>> = {
  command:
    'bash powershell codexbash shell shellcommand localshell execcommand execute terminal runterminalcmd runcommand ' +
    'runterminalcommand runshellcommand runinterminal',
  read: 'read readfile viewfile view notebookread fileread cat openfile readtextfile getfilecontents viewfileoutline',
  edit:
    'edit multiedit notebookedit applypatch codexpatch patch strreplace searchreplace editfile replace codeaction ' +
    'strreplaceeditor strreplacebasededittool multieditfile replacefilecontent hashlineedit fileedit editnotebook',
  write: 'write writefile createfile create writetofile filewrite writetextfile',
  search:
    'glob grep ls list listdir listdirectory search codebasesearch find filesearch searchfilecontent grepsearch ' +
    'findbyname ripgrep rg searchfiles greptool globtool semanticsearch findfiles',
  web:
    'webfetch fetch websearch googlewebsearch readurlcontent searchweb fetchurl webread openpage browse ' +
    'codexwebsearch urlfetch websearchcall',
  agent: 'task agent subagent spawnagent spawnsubagent delegatetask runsubagent delegate',
  todo: 'todowrite updateplan writetodos todo updatetodos managetodolist todolist tasklist settodolist',
  question: 'askuserquestion cursoraskquestion requestuserinput askuser askquestion question',
  plan: 'exitplanmode createplan presentplan planexit',
}

const KINDS: ReadonlyMap<string, ToolKind> = new Map(
  Object.entries(NAMES).flatMap(([kind, names]) =>
    names.split(' ').map((name): [string, ToolKind] => [name, kind as ToolKind]),
  ),
)

/** The kind of a tool by its name; one with a command runs it, whatever it is called. */
export function toolKindOf(name: string, input: unknown): ToolKind {
  const known = KINDS.get(name.toLowerCase().replace(/[^a-z0-9]/g, ''))
  if (known) return known
  return isObject(input) && (typeof input.command === 'string' || Array.isArray(input.command))
    ? 'command'
    : 'other'
}
