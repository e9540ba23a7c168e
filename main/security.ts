import { type Session, session, shell, type WebContents } from 'electron'
import { isAllowedPermission, isForBrowser } from './security-rules.ts'

export interface SecurityParts {
  /** The origin of our hub, undefined while there is none. */
  hubOrigin(): string | undefined
  log(line: string): void
}

/** Rights of pages: none but those that the hub's own page is known to need. */
export function guardSession(parts: SecurityParts, guarded: Session = session.defaultSession): void {
  guarded.setPermissionRequestHandler((_contents, permission, callback, details) => {
    const mediaTypes = 'mediaTypes' in details ? details.mediaTypes : undefined
    const isAllowed = isAllowedPermission({
      permission,
      from: details.requestingUrl,
      isMainFrame: details.isMainFrame,
      mediaTypes,
      hubOrigin: parts.hubOrigin(),
    })
    if (!isAllowed) parts.log(`Denied the permission ${permission}`)
    callback(isAllowed)
  })
  guarded.setPermissionCheckHandler((_contents, permission, from, details) =>
    isAllowedPermission({
      permission,
      from,
      isMainFrame: details.isMainFrame,
      mediaTypes: details.mediaType === undefined ? undefined : [details.mediaType],
      hubOrigin: parts.hubOrigin(),
    }),
  )
}

/** The window shows our pages and nothing else; links to the web open in the browser. */
export function guardContents(contents: WebContents, parts: SecurityParts): void {
  const refuse = (event: { preventDefault(): void; url: string }) => {
    if (isOurs(event.url, parts)) return
    event.preventDefault()
    openInBrowser(event.url, parts)
  }
  contents.on('will-navigate', refuse)
  contents.on('will-redirect', refuse)
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame) event.preventDefault()
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    openInBrowser(url, parts)
    return { action: 'deny' }
  })
}

function isOurs(url: string, { hubOrigin }: SecurityParts): boolean {
  return URL.canParse(url) && new URL(url).origin === hubOrigin()
}

function openInBrowser(url: string, { log }: SecurityParts): void {
  if (!isForBrowser(url)) {
    log('Refused to open an address that is not of the web')
    return
  }
  shell
    .openExternal(url)
    .catch((error: unknown) => log(`The browser did not open: ${(error as Error).message}`))
}
