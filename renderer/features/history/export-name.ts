const LENGTH_MAX = 80

/** A file name that every system takes, made of the session's title and the day. */
export function exportName(title: string, at: number, ending: string): string {
  const date = new Date(at)
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
  // Letters of every script stay; what separates folders or means something to a system does not.
  const name = title
    .replace(/[^\p{Letter}\p{Mark}\p{Number} ._-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[ .]+|[ .]+$/g, '')
    .slice(0, LENGTH_MAX)
    .trim()
  return `${name === '' ? 'session' : name} ${day}.${ending}`
}
