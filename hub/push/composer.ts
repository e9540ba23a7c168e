import type { ToastEvent } from '../../contract/events.ts'
import {
  type BrowserPushMessage,
  COLLAPSE_ID_MAX_BYTES,
  GENERIC_PUSH_BODY,
  type Notice,
  type NoticeSeverity,
  type NoticeType,
  PUSH_CONTRACT_VERSION,
  type PushPayload,
  SERVICE_NAME,
} from '../../contract/push.ts'

/** Push services take about 4 KB of encrypted text; the rest of the message and its frame need some of it. */
const BROWSER_BODY_MAX_BYTES = 2000

const SEVERITIES: Record<NoticeType, NoticeSeverity> = {
  ready: 'info',
  'input-request': 'info',
  'permission-request': 'warning',
  'task-notification': 'success',
}

const urlOf = ({ sessionId, url }: Notice) => url ?? `/sessions/${sessionId}`

/** What devices are told (spec: Push data payload); what the notice does not have is absent. */
export function composePayload(notice: Notice): PushPayload {
  const { type, sessionId, sessionName, requestId, severity, native, notifySummary } = notice
  return {
    type,
    sessionId,
    ...(sessionName !== undefined && { sessionName }),
    url: urlOf(notice),
    ...(requestId !== undefined && { requestId }),
    title: native.title,
    body: native.body,
    severity: severity ?? SEVERITIES[type],
    contractVersion: PUSH_CONTRACT_VERSION,
    ...(type === 'ready' && notifySummary !== undefined && { notifySummary }),
  }
}

/**
 * The payload, and what is left of it where all of it is too large: first without `notifySummary`, then
 * without its content (spec: Errors 3). Action ids are never cut.
 */
export function everSmaller(payload: PushPayload): PushPayload[] {
  const { notifySummary: _, ...withoutSummary } = payload
  const { type, sessionId, requestId, contractVersion } = payload
  const minimal = {
    type,
    sessionId,
    requestId,
    contractVersion,
    title: SERVICE_NAME,
    body: GENERIC_PUSH_BODY,
  }
  return [payload, withoutSummary, minimal]
}

/** What a browser's service worker is told (reference: Browser push). */
export function composeBrowserPush(notice: Notice): BrowserPushMessage {
  const { type, sessionId, requestId, web } = notice
  return {
    title: web.title,
    body: fitting(web.body, BROWSER_BODY_MAX_BYTES),
    ...(web.tag !== undefined && { tag: web.tag }),
    data: { type, sessionId, url: urlOf(notice), ...(requestId !== undefined && { requestId }) },
  }
}

/** What a visible connection shows (spec: SyncEvent union, `toast`). */
export function composeToast(notice: Notice): ToastEvent['data'] {
  const { title, body } = notice.web
  return { title, body, sessionId: notice.sessionId, url: urlOf(notice) }
}

/** A newer notification replaces the one with the same id (spec: iOS delivery). */
export function collapseIdOf({ type, sessionId }: Pick<PushPayload, 'type' | 'sessionId'>): string {
  return prefix(`${type}-${sessionId}`, COLLAPSE_ID_MAX_BYTES)
}

function fitting(text: string, maxBytes: number): string {
  return Buffer.byteLength(text) <= maxBytes ? text : `${prefix(text, maxBytes - 3)}...`
}

/** The longest beginning of the text that takes at most this many bytes; no character is cut in two. */
function prefix(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= maxBytes) return text
  let end = maxBytes
  while (end > 0 && ((bytes[end] as number) & 0xc0) === 0x80) end -= 1
  return bytes.toString('utf8', 0, end)
}
