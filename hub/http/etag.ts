/**
 * Whether `If-None-Match` names this entity: `*`, or one of a list of tags, weak ones too (RFC 9110, 13.1.2).
 * @param etag with its quotes
 */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  const tags = header.match(/(?:W\/)?"[^"]*"/g) ?? []
  return tags.some((tag) => tag.replace(/^W\//, '') === etag)
}
