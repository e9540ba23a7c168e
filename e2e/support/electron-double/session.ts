import type { CdpSession } from './cdp.ts'
import { strict } from './strict.ts'

interface RequestDetails {
  requestingUrl: string
  isMainFrame: boolean
  mediaTypes?: string[]
}
type RequestHandler = (
  contents: object,
  permission: string,
  callback: (isAllowed: boolean) => void,
  details: RequestDetails,
) => void

type CheckDetails = { isMainFrame: boolean; requestingUrl: string; mediaType?: string }
type CheckHandler = (contents: object, permission: string, from: string, details: CheckDetails) => boolean

/** What Chromium calls a right, what Electron calls it. */
const RIGHTS = [
  { name: 'geolocation', permission: 'geolocation' },
  { name: 'notifications', permission: 'notifications' },
  { name: 'microphone', permission: 'media', mediaType: 'audio' },
  { name: 'camera', permission: 'media', mediaType: 'video' },
  { name: 'midi', permission: 'midi' },
  { name: 'clipboard-read', permission: 'clipboard-read' },
  { name: 'clipboard-write', permission: 'clipboard-sanitized-write' },
] as const

let onRequest: RequestHandler | undefined
let onCheck: CheckHandler | undefined

export const session = strict('session', {
  defaultSession: strict('Session', {
    setPermissionRequestHandler(handler: RequestHandler): void {
      onRequest = handler
    },
    setPermissionCheckHandler(handler: CheckHandler): void {
      onCheck = handler
    },
  }),
})

/**
 * Lets main decide about the rights of a page that is about to be shown. Electron asks when the page does; the
 * double cannot hear that, so it asks ahead for each right that it knows and tells Chromium the answers.
 */
export async function decideRights(browser: CdpSession, contents: object, url: string): Promise<void> {
  if (!/^https?:/.test(url)) return
  const { origin } = new URL(url)
  await Promise.all(
    RIGHTS.map(async (right) => {
      const setting = (await isGranted(right, contents, url)) ? 'granted' : 'denied'
      await browser.send('Browser.setPermission', { origin, permission: { name: right.name }, setting })
    }),
  )
}

async function isGranted(right: (typeof RIGHTS)[number], contents: object, url: string): Promise<boolean> {
  const { permission } = right
  const details = { requestingUrl: url, isMainFrame: true }
  const mediaType = 'mediaType' in right ? right.mediaType : undefined
  // Without handlers Electron grants everything.
  const isAllowed = await new Promise<boolean>((resolve) => {
    if (!onRequest) return resolve(true)
    onRequest(contents, permission, resolve, { ...details, ...(mediaType && { mediaTypes: [mediaType] }) })
  })
  const origin = `${new URL(url).origin}/`
  const passes =
    onCheck?.(contents, permission, origin, { ...details, ...(mediaType && { mediaType }) }) ?? true
  if (isAllowed !== passes) {
    throw new Error(`The handlers of ${permission} disagree: asked ${isAllowed}, looked up ${passes}`)
  }
  return isAllowed
}
