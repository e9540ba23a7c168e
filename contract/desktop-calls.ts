import type { DesktopCallName, DesktopInput, DesktopNews, DesktopOutput } from './desktop.ts'

/** The channel on which the page calls the shell: `{ name, input }` there, the answer back. */
export const DESKTOP_CALL_CHANNEL = 'svc-desktop-call'

/** The channel on which the shell sends news to the page. */
export const DESKTOP_NEWS_CHANNEL = 'svc-desktop-news'

/**
 * The calls by name, for the preload: a script of a few lines that needs none of the schemas. A test holds it
 * to the table in `desktop.ts`.
 */
export const DESKTOP_CALL_NAMES = [
  'accessToken',
  'state',
  'changeSettings',
  'answerLoginQuestion',
  'dismissTrayNote',
  'pauseNotifications',
  'checkForUpdates',
  'installUpdate',
  'restartHub',
  'openFolder',
  'diagnosticsReport',
  'copyDiagnosticsReport',
  'saveDiagnostics',
  'shellPage',
  'actOnFailure',
] as const satisfies readonly DesktopCallName[]

type DesktopCalls = {
  [Name in DesktopCallName]: DesktopInput<Name> extends null
    ? () => Promise<DesktopOutput<Name>>
    : (input: DesktopInput<Name>) => Promise<DesktopOutput<Name>>
}

/** `window.svcDesktop`: what the preload adds to the page, there in the desktop window only. */
export interface DesktopBridge extends DesktopCalls {
  /** Calls `listener` with the shell's news; the answer ends that. */
  onNews(listener: (news: DesktopNews) => void): () => void
}
