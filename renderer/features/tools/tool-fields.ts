import type { JsonObject } from '../../decode/envelope.ts'

/** The first of the fields that is there, however it is spelt: `file_path`, `filePath` and `FilePath` are one. */
export function fieldOf(fields: JsonObject, ...names: string[]): unknown {
  for (const name of names) {
    const exact = fields[name]
    if (exact !== undefined && exact !== null) return exact
  }
  const wanted = names.map(plain)
  const found = Object.entries(fields)
    .map(([key, value]) => ({ rank: wanted.indexOf(plain(key)), value }))
    .filter(({ rank, value }) => rank >= 0 && value !== undefined && value !== null)
    .sort((a, b) => a.rank - b.rank)
  return found[0]?.value
}

/** Such a field, when it is text that is not empty. */
export function textField(fields: JsonObject, ...names: string[]): string | undefined {
  const value = fieldOf(fields, ...names)
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

/** Such a field, when it is a whole number that is not negative, or text that says one. */
export function countField(fields: JsonObject, ...names: string[]): number | undefined {
  const value = fieldOf(fields, ...names)
  const count = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined
}

/** How many fields have one of these names, however it is spelt. */
export function countNamed(fields: JsonObject, names: readonly string[]): number {
  const wanted = new Set(names.map(plain))
  return Object.keys(fields).filter((name) => wanted.has(plain(name))).length
}

const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')
