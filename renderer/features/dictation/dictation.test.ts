import { describe, expect, it } from 'vitest'
import { TRANSCRIPTION_AUDIO_MAX_BYTES } from '../../../contract/voice.ts'
import { ManualClock } from '../../testing/manual-clock.ts'
import {
  Dictation,
  type DictationOptions,
  PATIENCE_MS,
  RECORDING_MAX_BYTES,
  RECORDING_MAX_MS,
  RECORDING_MIN_MS,
} from './dictation.ts'
import { type Listener, MicrophoneError, type MicrophoneProblem } from './microphone.ts'

/** A microphone whose sound the test makes. */
class FakeMicrophone {
  listener: Listener | undefined
  loudness: number | undefined = 0.2
  isOpen = false
  /** What it still tells when it is closed. */
  lastPiece: Blob | undefined
  problem: MicrophoneProblem | undefined
  /** Resolved: the person allowed it. */
  allowed: Promise<void> = Promise.resolve()

  readonly open: DictationOptions['openMicrophone'] = async (listener) => {
    await this.allowed
    if (this.problem) throw new MicrophoneError(this.problem)
    this.listener = listener
    this.isOpen = true
    return {
      type: 'audio/webm;codecs=opus',
      level: () => this.loudness,
      close: async () => {
        this.isOpen = false
        if (this.lastPiece) listener.onPiece(this.lastPiece)
      },
    }
  }

  hear(text = 'sound'): void {
    this.listener?.onPiece(new Blob([text]))
  }
}

interface Call {
  audio: Blob
  onProgress: (share: number) => void
  signal: AbortSignal
  answer: PromiseWithResolvers<string>
}

function setUp() {
  const clock = new ManualClock()
  const microphone = new FakeMicrophone()
  const calls: Call[] = []
  const dictation = new Dictation({
    openMicrophone: microphone.open,
    clock,
    transcribe: (audio, { onProgress, signal }) => {
      const answer = Promise.withResolvers<string>()
      calls.push({ audio, onProgress, signal, answer })
      return answer.promise
    },
  })
  /** Runs what promises have to say. */
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
  /** Records two seconds. */
  const record = async () => {
    await dictation.start()
    microphone.hear()
    clock.advance(2_000)
  }
  /** Records, and stops; the recording is on its way. */
  const sendOne = async (): Promise<Call> => {
    await record()
    void dictation.stop()
    await settle()
    const call = calls.at(-1)
    if (!call) throw new Error('Nothing was sent')
    return call
  }
  return { clock, microphone, calls, dictation, settle, record, sendOne }
}

describe('a recording', () => {
  it('becomes a text, which is taken once', async () => {
    const { dictation, microphone, clock, settle, sendOne } = setUp()
    microphone.lastPiece = new Blob([' and its end'])
    const { audio, answer } = await sendOne()
    expect([await audio.text(), audio.type, microphone.isOpen]).toEqual([
      'sound and its end',
      'audio/webm;codecs=opus',
      false,
    ])
    answer.resolve('  Hello there. ')
    await settle()
    expect(dictation.snapshot()).toEqual({ kind: 'heard', text: 'Hello there.', wasCut: false })
    expect([dictation.take(), dictation.take()]).toEqual(['Hello there.', undefined])
    expect(dictation.snapshot()).toEqual({ kind: 'idle', wasCut: false })
    clock.advance(PATIENCE_MS + RECORDING_MAX_MS)
    expect(dictation.snapshot().kind).toBe('idle')
  })

  it('says since when it runs, and how loud it is', async () => {
    const { dictation, clock } = setUp()
    const startedAt = clock.now()
    await dictation.start()
    expect([dictation.snapshot(), dictation.level()]).toEqual([{ kind: 'recording', startedAt }, 0.2])
  })

  it('is one at a time', async () => {
    const { dictation, record } = setUp()
    await record()
    const before = dictation.snapshot()
    await dictation.start()
    expect(dictation.snapshot()).toBe(before)
  })

  it('ends by itself after ten minutes, is sent, and that is said', async () => {
    const { dictation, microphone, clock, calls, settle } = setUp()
    await dictation.start()
    microphone.hear()
    clock.advance(RECORDING_MAX_MS - 1)
    expect(dictation.snapshot().kind).toBe('recording')
    clock.advance(1)
    await settle()
    expect([microphone.isOpen, calls.length]).toEqual([false, 1])
    calls[0]?.answer.resolve('Long')
    await settle()
    dictation.take()
    expect(dictation.snapshot()).toEqual({ kind: 'idle', wasCut: true })
  })

  it('ends by itself before it is too large for the hub', async () => {
    const { dictation, microphone, calls, clock, settle } = setUp()
    await dictation.start()
    clock.advance(1_000)
    microphone.listener?.onPiece(new Blob([new Uint8Array(RECORDING_MAX_BYTES)]))
    await settle()
    expect(microphone.isOpen).toBe(false)
    expect(calls[0]?.audio.size).toBeLessThan(TRANSCRIPTION_AUDIO_MAX_BYTES)
  })

  it('is forgotten when it is discarded, and the microphone let go', async () => {
    const { dictation, microphone, calls, clock, settle, record } = setUp()
    await record()
    dictation.discard()
    clock.advance(RECORDING_MAX_MS)
    await settle()
    expect([dictation.snapshot(), microphone.isOpen, calls]).toEqual([
      { kind: 'idle', wasCut: false },
      false,
      [],
    ])
  })

  it('does not begin when it was discarded while the browser asked', async () => {
    const { dictation, microphone } = setUp()
    const allowed = Promise.withResolvers<void>()
    microphone.allowed = allowed.promise
    const started = dictation.start()
    expect(dictation.snapshot().kind).toBe('asking')
    dictation.discard()
    allowed.resolve()
    await started
    expect([dictation.snapshot().kind, microphone.isOpen]).toEqual(['idle', false])
  })
})

describe('whoever leaves', () => {
  it('is not listened to any more, and finds the recording again', async () => {
    const { dictation, microphone, calls, settle, record } = setUp()
    await record()
    await dictation.leave()
    expect([dictation.snapshot(), microphone.isOpen]).toEqual([{ kind: 'kept', durationMs: 2_000 }, false])
    void dictation.send()
    calls[0]?.answer.resolve('Kept')
    await settle()
    expect(dictation.take()).toBe('Kept')
  })

  it('while the browser asks is not listened to afterwards', async () => {
    const { dictation, microphone } = setUp()
    const allowed = Promise.withResolvers<void>()
    microphone.allowed = allowed.promise
    const started = dictation.start()
    await dictation.leave()
    allowed.resolve()
    await started
    expect([dictation.snapshot().kind, microphone.isOpen]).toEqual(['idle', false])
  })

  it('while a recording is sent finds its text', async () => {
    const { dictation, settle, sendOne } = setUp()
    const { answer } = await sendOne()
    await dictation.leave()
    answer.resolve('Meanwhile')
    await settle()
    expect(dictation.take()).toBe('Meanwhile')
  })
})

describe('without a microphone', () => {
  it.each<MicrophoneProblem>(['blocked', 'missing', 'busy', 'broken'])(
    'that is %s nothing is kept, and one can try again',
    async (problem) => {
      const { dictation, microphone } = setUp()
      microphone.problem = problem
      await dictation.start()
      expect(dictation.snapshot()).toEqual({ kind: 'failed', problem, durationMs: undefined })
      microphone.problem = undefined
      await dictation.start()
      expect(dictation.snapshot().kind).toBe('recording')
    },
  )
})

describe('a recording of nothing', () => {
  it('that is too short is not sent', async () => {
    const { dictation, microphone, clock, calls } = setUp()
    await dictation.start()
    microphone.hear()
    clock.advance(RECORDING_MIN_MS - 1)
    await dictation.stop()
    expect([dictation.snapshot(), calls]).toEqual([
      { kind: 'failed', problem: 'short', durationMs: undefined },
      [],
    ])
  })

  it('that is empty is not sent', async () => {
    const { dictation, clock, calls } = setUp()
    await dictation.start()
    clock.advance(2_000)
    await dictation.stop()
    expect([dictation.snapshot(), calls]).toEqual([
      { kind: 'failed', problem: 'short', durationMs: undefined },
      [],
    ])
  })

  it('that is silent is kept, and sent only on demand', async () => {
    const { dictation, microphone, calls, record } = setUp()
    microphone.loudness = 0.001
    await record()
    await dictation.stop()
    expect([dictation.snapshot(), calls.length]).toEqual([
      { kind: 'failed', problem: 'silent', durationMs: 2_000 },
      0,
    ])
    void dictation.send()
    expect(calls).toHaveLength(1)
  })

  it('is not suspected where nobody can tell how loud it is', async () => {
    const { microphone, calls, sendOne } = setUp()
    microphone.loudness = undefined
    await sendOne()
    expect(calls).toHaveLength(1)
  })

  it('in which no word was heard is kept', async () => {
    const { dictation, settle, sendOne } = setUp()
    const { answer } = await sendOne()
    answer.resolve(' \n')
    await settle()
    expect(dictation.snapshot()).toEqual({ kind: 'failed', problem: 'nothingHeard', durationMs: 2_000 })
  })
})

describe('a recording on its way', () => {
  it('says how far it is', async () => {
    const { dictation, sendOne } = setUp()
    const { onProgress } = await sendOne()
    onProgress(0.5)
    expect(dictation.snapshot()).toEqual({ kind: 'sending', share: 0.5 })
  })

  it('that fails is kept, and the same one is sent again', async () => {
    const { dictation, calls, settle, sendOne } = setUp()
    const { answer, audio } = await sendOne()
    const error = new Error('refused')
    answer.reject(error)
    await settle()
    expect(dictation.snapshot()).toEqual({ kind: 'failed', problem: { error }, durationMs: 2_000 })
    await dictation.start()
    expect(dictation.snapshot().kind).toBe('failed')
    void dictation.send()
    expect(calls[1]?.audio).toBe(audio)
    calls[1]?.answer.resolve('At last')
    await settle()
    expect(dictation.take()).toBe('At last')
  })

  it('that nobody works on is given up, and kept', async () => {
    const { dictation, clock, settle, sendOne } = setUp()
    const { answer, signal, onProgress } = await sendOne()
    clock.advance(PATIENCE_MS - 1)
    onProgress(1)
    clock.advance(PATIENCE_MS - 1)
    expect(dictation.snapshot()).toEqual({ kind: 'sending', share: 1 })
    clock.advance(1)
    expect(signal.aborted).toBe(true)
    answer.reject(new Error('aborted'))
    await settle()
    expect(dictation.snapshot()).toEqual({ kind: 'failed', problem: 'late', durationMs: 2_000 })
  })

  it('is given up when it is discarded', async () => {
    const { dictation, settle, sendOne } = setUp()
    const { answer, signal } = await sendOne()
    dictation.discard()
    expect(signal.aborted).toBe(true)
    answer.resolve('Too late')
    await settle()
    expect(dictation.snapshot()).toEqual({ kind: 'idle', wasCut: false })
  })
})

it('keeps what was recorded until the microphone was lost', async () => {
  const { dictation, microphone, calls, settle, record } = setUp()
  await record()
  microphone.listener?.onLost()
  await settle()
  expect([dictation.snapshot(), calls]).toEqual([{ kind: 'failed', problem: 'lost', durationMs: 2_000 }, []])
})
