const PREFIX = 'svc-hub:draft:'

/** What was typed for a session and not sent. */
export interface Draft {
  text: string
}

const EMPTY: Draft = { text: '' }

/** The draft of a session; empty when there is none or it cannot be read. */
export function loadDraft(storage: Storage, sessionId: string): Draft {
  try {
    const stored: unknown = JSON.parse(storage.getItem(PREFIX + sessionId) ?? 'null')
    return isDraft(stored) ? stored : EMPTY
  } catch {
    return EMPTY
  }
}

/** Keeps the draft; an empty one is removed. A full storage loses the draft, not the page. */
export function saveDraft(storage: Storage, sessionId: string, draft: Draft): void {
  try {
    if (draft.text === '') storage.removeItem(PREFIX + sessionId)
    else storage.setItem(PREFIX + sessionId, JSON.stringify(draft))
  } catch {
    // The text is still on the screen; that is all that can be done.
  }
}

/** What a field holds after something comes into it: what was written already stays, before it. */
export function joinText(written: string, added: string): string {
  if (added === '') return written
  return written.trim() === '' ? added : `${written}\n${added}`
}

/** Takes the draft along to the session that replaced `from`, unless that one has its own. */
export function moveDraft(storage: Storage, from: string, to: string): void {
  const draft = loadDraft(storage, from)
  if (draft.text === '' || loadDraft(storage, to).text !== '') return
  saveDraft(storage, to, draft)
  saveDraft(storage, from, EMPTY)
}

function isDraft(value: unknown): value is Draft {
  return typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string'
}
