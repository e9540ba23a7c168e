/** Of so many letters every third may be wrong, and still the name is told. */
const LETTERS_FOR_AN_EDIT = 3
const EDITS_MAX = 3
const NAME_MAX = 100

/** The name somebody meant who wrote it in another case, with other signs or with a slip; undefined where none is close. */
export function nearestOf<Name extends string>(names: readonly Name[], written: string): Name | undefined {
  if (written.length > NAME_MAX) return undefined
  const plain = lettersOf(written)
  const most = Math.min(EDITS_MAX, Math.floor(plain.length / LETTERS_FOR_AN_EDIT))
  const [nearest] = names
    .map((name) => ({ name, edits: editsBetween(lettersOf(name), plain) }))
    .filter(({ edits }) => edits <= most)
    .sort((one, other) => one.edits - other.edits)
  return nearest?.name
}

const lettersOf = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** How many letters must be added, left out or changed to make one of the other (Levenshtein). */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1]
    for (const [place, wanted] of [...other].entries()) {
      const change = (row[place] as number) + (letter === wanted ? 0 : 1)
      next.push(Math.min(change, (row[place + 1] as number) + 1, (next[place] as number) + 1))
    }
    row = next
  }
  return row[other.length] as number
}
