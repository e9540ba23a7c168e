import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openRotatingLog, type RotatingLog } from './rotating-log.ts'

let parent: string
let folder: string
let log: RotatingLog

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'svc-log-'))
  folder = join(parent, 'logs')
})
afterEach(() => {
  log.close()
  rmSync(parent, { recursive: true, force: true })
})

const read = (name = 'hub.log') => readFileSync(join(folder, name), 'utf8')
const open = (options: { fileBytes?: number; files?: number; secrets?: () => string[] } = {}) => {
  log = openRotatingLog({ folder, name: 'hub', ...options })
  return log
}

describe('the rotating log', () => {
  it('writes whole lines at once and the rest when it is closed', () => {
    open().write('one\ntwo\nthr')
    expect(read()).toBe('one\ntwo\n')
    log.write('ee')
    log.close()
    expect(read()).toBe('one\ntwo\nthree\n')
  })

  it('goes on where the last run ended', () => {
    open().write('first run\n')
    log.close()
    open().write('second run\n')
    expect(read()).toBe('first run\nsecond run\n')
  })

  it('keeps as many files of the size as it was told, the newest in hub.log', () => {
    open({ fileBytes: 20, files: 3 })
    for (let line = 1; line <= 9; line += 1) log.write(`line ${line}...\n`)
    expect(readdirSync(folder).sort()).toEqual(['hub.1.log', 'hub.2.log', 'hub.log'])
    expect([read(), read('hub.1.log'), read('hub.2.log')]).toEqual([
      'line 9...\n',
      'line 7...\nline 8...\n',
      'line 5...\nline 6...\n',
    ])
  })

  it('counts what a former run left in the file', () => {
    open({ fileBytes: 20 }).write('fifteen bytes..\n')
    log.close()
    open({ fileBytes: 20 }).write('another line\n')
    expect([read(), read('hub.1.log')]).toEqual(['another line\n', 'fifteen bytes..\n'])
  })

  it('hides secrets that arrive in pieces, cut anywhere', () => {
    const secret = 'aB3-aB3-aB3-aB3-aB3-aB3-aB3-aB3-aB3-aB3-aB3'
    const line = `the token is ${secret}, keep it\n`
    for (let cut = 1; cut < line.length; cut += 1) {
      open().write(line.slice(0, cut))
      log.write(line.slice(cut))
      log.close()
    }
    expect(new Set(read().trimEnd().split('\n'))).toEqual(new Set(['the token is [hidden], keep it']))
  })

  it('asks for the secrets at every line, for they are known only after the start', () => {
    const secrets: string[] = []
    open({ secrets: () => secrets }).write('my plain words\n')
    secrets.push('plain words')
    log.write('my plain words\n')
    expect(read()).toBe('my plain words\nmy [hidden]\n')
  })

  it('puts letters together whose bytes arrive apart', () => {
    const bytes = Buffer.from('grün 中文\n')
    open()
    for (const byte of bytes) log.write(Uint8Array.of(byte))
    expect(read()).toBe('grün 中文\n')
  })

  it('does not hold back endless text without a line break', () => {
    open().write('x '.repeat(40_000))
    expect(read()).toHaveLength(80_001)
  })

  it('writes nothing after it was closed', () => {
    open().write('before\n')
    log.close()
    log.write('after\n')
    expect(read()).toBe('before\n')
  })
})

describe.skipIf(process.platform === 'win32')('the files of the log', () => {
  it('are for their owner alone, also one that was there before', () => {
    open().write('one\n')
    log.close()
    chmodSync(join(folder, 'hub.log'), 0o644)
    open().write('two\n')
    expect([statSync(folder).mode & 0o777, statSync(join(folder, 'hub.log')).mode & 0o777]).toEqual([
      0o700, 0o600,
    ])
  })
})

describe('a disk that does not take it', () => {
  it('costs lines, says how many once it works again, and never the app', () => {
    // A file in the place of the folder: nothing can be written below it, whoever asks.
    writeFileSync(folder, '')
    open().write('lost 1\nlost 2\n')
    log.write('lost 3\n')
    rmSync(folder)
    log.write('back\n')
    expect(read()).toBe('(3 lines could not be written)\nback\n')
  })
})
