import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { loadConfig } from './config.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'svc-public-url-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const load = (publicUrl: string) => loadConfig({ env: { SVC_PUBLIC_URL: publicUrl }, home })

it.each(['https://hub.example', 'https://hub.example/', 'https://hub.example:8443'])(
  '%s is the address of a hub',
  async (publicUrl) => expect((await load(publicUrl)).warnings).toEqual([]),
)

it('earns a warning for its path, which no link has', async () => {
  const publicUrl = 'https://me:hidden@Hub.example:8443/svc'
  const { warnings, settings } = await load(publicUrl)
  expect(warnings).toEqual([
    'The path of publicUrl (SVC_PUBLIC_URL) is left out of every link: a proxy must lead https://hub.example:8443 itself to the hub, not a path below it.',
  ])
  expect(settings.publicUrl).toBe(publicUrl)
})
