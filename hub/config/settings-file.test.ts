import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SettingsFile } from './settings-file.ts'

let folder: string
let file: SettingsFile
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-settings-'))
  file = new SettingsFile(join(folder, 'settings.json'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const write = (text: string) => writeFileSync(file.path, text)

describe('a file that is not JSON', () => {
  it.each([
    ['{\n  "messagingBotToken": \'123456:SECRET\'\n}', 'line 2, column 24'],
    ['{\n  "cliApiToken": SECRET\n}', 'line 2, column 18'],
    ['{"cliApiToken": "SECRET"', 'line 1, column 25'],
    ['{"cliApiToken": "SECRET",}', 'line 1, column 26'],
    ['{"cliApiToken": "SECRET" // mine\n}', 'line 1, column 26'],
    ['', 'line 1, column 1'],
  ])('is refused with the place, and nothing of what it holds: %j', (text, place) => {
    write(text)
    expect(() => file.read()).toThrow(new RegExp(`^The settings file ${file.path} .*: look at ${place}\\.$`))
    expect(() => file.read()).not.toThrow(/SECRET|123456/)
    expect(readFileSync(file.path, 'utf8')).toBe(text)
  })

  it('may begin with a mark of its encoding', () => {
    write(`\ufeff${JSON.stringify({ listenPort: 4000 })}`)
    expect(file.read()).toEqual({ listenPort: 4000 })
  })
})

it.each([
  ['listenport', 'listenPort'],
  ['public_url', 'publicUrl'],
  ['CLI-API-TOKEN', 'cliApiToken'],
  ['listenPrt', 'listenPort'],
  ['listenHots', 'listenHost'],
  ['messageBotToken', 'messagingBotToken'],
])('names the setting that %s is meant to be', (key, meant) => {
  write(JSON.stringify({ [key]: 'x' }))
  expect(() => file.read()).toThrow(`unknown setting "${key}"; did you mean "${meant}"?`)
})

it.each(['theme', 'port', 'x', '', 'sessionTitleContract', 'a'.repeat(100_000)])(
  'guesses nothing for %.20s',
  (key) => {
    write(JSON.stringify({ [key]: 'x' }))
    expect(() => file.read()).toThrow(`unknown setting "${key}".`)
  },
)
