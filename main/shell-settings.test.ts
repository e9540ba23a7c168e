import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ShellSettings } from './shell-settings.ts'

let folder: string
let path: string
let lines: string[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-shell-'))
  path = join(folder, 'shell.json')
  lines = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = () =>
  new ShellSettings(path, { now: () => Date.UTC(2026, 10, 20, 8, 5), log: (line) => lines.push(line) })

describe("the shell's settings", () => {
  it('begin with what harms nobody and write nothing by themselves', () => {
    expect(open().values).toMatchObject({ startAtLogin: false, updates: 'ask', keepAwake: true })
    expect(readdirSync(folder)).toEqual([])
  })

  it('come back at the next start, for their owner alone', () => {
    open().change({ updates: 'off', pausedUntil: 5 })
    expect(open().values).toMatchObject({ updates: 'off', pausedUntil: 5, keepAwake: true })
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it.each([
    ['of a newer version', '{"format":2,"updates":"weekly"}'],
    ['with a value that is none', '{"format":1,"updates":"weekly"}'],
    ['that is no JSON', '{"format":1,'],
    ['that is empty', ''],
  ])('set a file aside %s, and say so', (_, text) => {
    writeFileSync(path, text)
    const settings = open()
    settings.change({ keepAwake: false })
    const aside = readdirSync(folder).find((name) => name !== 'shell.json') ?? ''
    expect(aside).toBe('shell.json.set-aside-2026-11-20T08-05-00.000Z')
    expect(readFileSync(join(folder, aside), 'utf8')).toBe(text)
    expect(settings.warnings).toEqual([expect.stringContaining(aside)])
    expect(open().values.keepAwake).toBe(false)
  })

  it('do not write over what they can neither read nor set aside', () => {
    mkdirSync(path)
    writeFileSync(join(path, 'inside'), 'x')
    const settings = open()
    settings.change({ keepAwake: false })
    expect(settings.values.keepAwake).toBe(false)
    expect(readFileSync(join(path, 'inside'), 'utf8')).toBe('x')
    expect(settings.warnings).toHaveLength(1)
  })

  it('hold until the app ends when they cannot be kept', () => {
    rmSync(folder, { recursive: true })
    writeFileSync(folder, 'a file in the place of the folder')
    const settings = open()
    settings.change({ updates: 'off' })
    expect([settings.values.updates, lines.length]).toEqual(['off', 1])
  })
})
