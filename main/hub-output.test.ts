import { PassThrough } from 'node:stream'
import { beforeEach, describe, expect, it } from 'vitest'
import { HubOutput, LAST_WORDS_WITHIN_MS } from './hub-output.ts'
import { ManualClock } from './testing/manual-clock.ts'

let clock: ManualClock
let stdout: PassThrough
let stderr: PassThrough
let written: string
let output: HubOutput
let isDone: boolean

beforeEach(() => {
  clock = new ManualClock()
  stdout = new PassThrough()
  stderr = new PassThrough()
  written = ''
  isDone = false
  output = new HubOutput({
    stdout,
    stderr,
    write: (chunk) => {
      written += Buffer.from(chunk).toString()
    },
    clock,
  })
})

/** As Electron does it: tells, then takes all listeners away. */
const exit = () =>
  new Promise<void>((resolve) => {
    output.readToEnd(() => {
      isDone = true
      resolve()
    })
    stdout.removeAllListeners()
    stderr.removeAllListeners()
  })

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('what a hub writes', () => {
  it('is passed on, and its last lines are kept without secrets', async () => {
    stdout.write('at stdout\n')
    stderr.write('Authorization: Bearer abcdefghijklmnop\n')
    await turn()
    expect([written, output.lastWords]).toEqual([
      'at stdout\nAuthorization: Bearer abcdefghijklmnop\n',
      expect.not.stringContaining('abcdefghijklmnop'),
    ])
    expect(output.lastWords).toContain('Authorization')
  })

  it('is read to its end when the exit is told before', async () => {
    stderr.write('before\n')
    await turn()
    const ended = exit()
    // What is still in the pipes is read in a later turn.
    await turn()
    stdout.end('last at stdout\n')
    stderr.end('Error: why it ended\n')
    await ended
    expect(output.lastWords).toBe('before\nError: why it ended')
    expect(written).toBe('before\nlast at stdout\nError: why it ended\n')
  })

  it('is read once, where the listeners stay', async () => {
    const ended = new Promise<void>((resolve) => output.readToEnd(resolve))
    stderr.end('once\n')
    await ended
    expect(output.lastWords).toBe('once')
  })

  it('is not waited for when it had come to its end before', async () => {
    stderr.end('all\n')
    await turn()
    await exit()
    expect(output.lastWords).toBe('all')
  })

  it('is not waited for without limit', async () => {
    void exit()
    await turn()
    clock.advance(LAST_WORDS_WITHIN_MS - 1)
    expect(isDone).toBe(false)
    clock.advance(1)
    expect(isDone).toBe(true)
  })

  it('has among its last words what was heard in another way', () => {
    output.add('out of memory')
    expect([output.lastWords, written]).toEqual(['out of memory', 'out of memory\n'])
  })
})
