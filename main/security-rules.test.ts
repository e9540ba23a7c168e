import { describe, expect, it } from 'vitest'
import { isAllowedPermission, isForBrowser, type PermissionQuestion } from './security-rules.ts'

const hubOrigin = 'http://127.0.0.1:3006'
const ask = (more: Partial<PermissionQuestion>) =>
  isAllowedPermission({
    permission: 'media',
    from: `${hubOrigin}/sessions/x`,
    isMainFrame: true,
    mediaTypes: ['audio'],
    hubOrigin,
    ...more,
  })

describe('a permission', () => {
  it.each(['clipboard-sanitized-write', 'media', 'fullscreen'])(
    '%s is given to the page of the hub',
    (permission) => {
      expect(ask({ permission })).toBe(true)
    },
  )

  it.each<[string, Partial<PermissionQuestion>]>([
    ['the camera', { mediaTypes: ['video'] }],
    ['camera and microphone together', { mediaTypes: ['audio', 'video'] }],
    ['media that are not named', { mediaTypes: undefined }],
    ['no medium at all', { mediaTypes: [] }],
    ['another page', { from: 'https://example.org/' }],
    ['another port', { from: 'http://127.0.0.1:3007/' }],
    ['a local file', { from: 'file:///opt/app/shell.html' }],
    ['no address', { from: '' }],
    ['a frame inside the page', { isMainFrame: false }],
    ['anybody while there is no hub', { hubOrigin: undefined }],
    ...[
      'geolocation',
      'notifications',
      'midi',
      'usb',
      'clipboard-read',
      'openExternal',
      'display-capture',
    ].map((permission): [string, Partial<PermissionQuestion>] => [permission, { permission }]),
  ])('is denied: %s', (_, question) => {
    expect(ask(question)).toBe(false)
  })
})

describe('an address a page wants to open', () => {
  it.each(['https://example.org/x?y#z', 'http://localhost:5173/'])('%s opens in the browser', (url) => {
    expect(isForBrowser(url)).toBe(true)
  })

  it.each([
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
    'smb://server/share',
    'ms-msdt:/id',
    'svccompanion://open',
    'https://me:secret@example.org/',
    'not an address',
    '',
  ])('%s opens nowhere', (url) => {
    expect(isForBrowser(url)).toBe(false)
  })
})
