export interface PermissionQuestion {
  permission: string
  /** Address or origin of the page that asks. */
  from: string
  isMainFrame: boolean
  /** For `media`: what it wants to hear or see. */
  mediaTypes: readonly string[] | undefined
  hubOrigin: string | undefined
}

/** Copying to the clipboard, and the microphone for dictation: what the hub's page needs. */
const NEEDED = new Set(['clipboard-sanitized-write', 'media', 'fullscreen'])

/** Whether a page may have what it asks for: only the hub's own page, only what it needs, never a camera. */
export function isAllowedPermission(question: PermissionQuestion): boolean {
  const { permission, from, isMainFrame, mediaTypes, hubOrigin } = question
  if (hubOrigin === undefined || !isMainFrame || !NEEDED.has(permission)) return false
  if (!URL.canParse(from) || new URL(from).origin !== hubOrigin) return false
  return permission !== 'media' || (mediaTypes?.length === 1 && mediaTypes[0] === 'audio')
}

/** Whether an address that a page wants to open belongs into the browser; all others are opened nowhere. */
export function isForBrowser(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, username, password } = new URL(url)
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === ''
}
