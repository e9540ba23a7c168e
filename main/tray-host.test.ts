import { beforeEach, describe, expect, it } from 'vitest'
import { ManualClock } from './testing/manual-clock.ts'
import { ASK_EVERY_MS, ASK_FOR_MS, TrayHostWatch } from './tray-host.ts'

let clock: ManualClock
let answer: boolean | undefined
let questions: number
let told: { before: boolean | undefined; now: boolean | undefined }[]
let watch: TrayHostWatch

/** Lets what was asked be answered. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

const start = async (first: boolean | undefined) => {
  answer = first
  watch = new TrayHostWatch({
    ask: async () => {
      questions += 1
      return answer
    },
    onChange: (now, before) => told.push({ before, now }),
    clock,
  })
  await turn()
}

const passes = async () => {
  clock.advance(ASK_EVERY_MS)
  await turn()
}

beforeEach(() => {
  clock = new ManualClock()
  questions = 0
  told = []
})

describe('the place for tray icons', () => {
  it('is asked for once where there is one', async () => {
    await start(true)
    await passes()
    await watch.ask()
    expect([questions, told, watch.mayShowIcons]).toEqual([1, [{ now: true }], true])
  })

  it('is noticed when it comes later', async () => {
    await start(false)
    expect(watch.mayShowIcons).toBe(false)
    await passes()
    answer = true
    await passes()
    await passes()
    expect([questions, told, watch.mayShowIcons]).toEqual([
      3,
      [{ now: false }, { before: false, now: true }],
      true,
    ])
  })

  it('is not asked for by itself for ever, but still when somebody wants to know', async () => {
    await start(false)
    for (let passedMs = 0; passedMs < 2 * ASK_FOR_MS; passedMs += ASK_EVERY_MS) await passes()
    expect(questions).toBe(1 + ASK_FOR_MS / ASK_EVERY_MS)
    answer = true
    await watch.ask()
    expect(watch.mayShowIcons).toBe(true)
  })

  it('counts as there where nobody can tell', async () => {
    await start(undefined)
    expect([watch.mayShowIcons, told]).toEqual([true, []])
  })

  it('is not asked for after the end', async () => {
    await start(false)
    watch.close()
    await passes()
    expect(questions).toBe(1)
  })
})
