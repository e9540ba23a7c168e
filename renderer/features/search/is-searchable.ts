/** Whether it is worth asking: one letter would find everything, one Chinese character is a word. */
export function isSearchable(query: string): boolean {
  const text = query.trim()
  return text.length > 1 || /[^\p{ASCII}]/u.test(text)
}
