import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { autostartEntry, isAutostartOn, setAutostart } from './autostart-entry.ts'

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-autostart-'))
  file = join(folder, 'autostart', 'svc-hub.desktop')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const set = (on: boolean) => setAutostart(on, { configFolder: folder, program: '/opt/svc-hub' })

describe('the file that starts the app with the login on Linux', () => {
  it('is there while it is wanted', () => {
    set(true)
    expect([readFileSync(file, 'utf8'), isAutostartOn(folder)]).toEqual([
      autostartEntry('/opt/svc-hub'),
      true,
    ])
    set(false)
    set(false)
    expect([existsSync(file), isAutostartOn(folder)]).toEqual([false, false])
  })

  it.each(['Hidden=true', 'X-GNOME-Autostart-enabled=false'])(
    'does nothing when the desktop switched it off with %s',
    (line) => {
      set(true)
      writeFileSync(file, readFileSync(file, 'utf8').replace('X-GNOME-Autostart-enabled=true', line))
      expect(isAutostartOn(folder)).toBe(false)
    },
  )
})
