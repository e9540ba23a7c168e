import { type ParseError, parse } from 'jsonc-parser'

/**
 * Where a text stops being JSON, as an offset; its length where it is JSON. The errors of `JSON.parse` quote the
 * text instead, which may be a secret.
 */
export function jsonFaultAt(text: string): number {
  const errors: ParseError[] = []
  try {
    parse(text, errors, { disallowComments: true })
  } catch {
    // Nested deeper than the parser's stack; what it found before holds.
  }
  return errors[0]?.offset ?? text.length
}
