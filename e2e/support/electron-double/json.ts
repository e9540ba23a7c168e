/**
 * The value, if it is JSON and nothing else: the double has no structured clones, and what it would change on
 * the way must not pass for what Electron carries.
 */
export function requireJson<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    const prototype: unknown = Object.getPrototypeOf(value)
    if (!Array.isArray(value) && prototype !== Object.prototype && prototype !== null) {
      throw new TypeError('The double of electron carries JSON only')
    }
    for (const inner of Object.values(value)) requireJson(inner)
  } else if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint') {
    throw new TypeError('An object could not be cloned.')
  }
  return value
}
