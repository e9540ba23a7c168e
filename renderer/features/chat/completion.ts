/** What can be completed at the caret: a command after `/` at the start of the text, a skill after `$`. */
export interface CompletionPlace {
  kind: 'command' | 'skill'
  /** What was typed of the name. */
  query: string
  /** Where the word begins, with its sign, and where the caret stands. */
  start: number
  end: number
}

export interface Suggestion {
  name: string
  description: string | undefined
}

/** So many suggestions are listed; more letters narrow them down. */
export const SUGGESTIONS_SHOWN = 50

/** The word at the caret, when it is one that can be completed. */
export function completionAt(text: string, caret: number): CompletionPlace | undefined {
  const before = text.slice(0, caret)
  const command = /^\/(\S*)$/.exec(before)
  if (command) return { kind: 'command', query: command[1] ?? '', start: 0, end: caret }
  const skill = /(?:^|\s)\$([\w:-]*)$/.exec(before)
  if (!skill) return undefined
  const query = skill[1] ?? ''
  return { kind: 'skill', query, start: caret - query.length - 1, end: caret }
}

/** Names that begin with the query first, then those that contain it; all of them by name. */
export function matching(all: readonly Suggestion[], query: string): readonly Suggestion[] {
  const wanted = query.toLowerCase()
  const rank = ({ name }: Suggestion) => (name.toLowerCase().startsWith(wanted) ? 0 : 1)
  return all
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name))
    .slice(0, SUGGESTIONS_SHOWN)
}

/** The text with the word at `place` replaced by the whole name, and where the caret goes. */
export function complete(
  text: string,
  place: CompletionPlace,
  name: string,
): { text: string; caret: number } {
  const word = `${place.kind === 'command' ? '/' : '$'}${name} `
  const rest = text.slice(place.end).replace(/^ /, '')
  return { text: text.slice(0, place.start) + word + rest, caret: place.start + word.length }
}
