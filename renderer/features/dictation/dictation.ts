import { TRANSCRIPTION_AUDIO_MAX_BYTES } from '../../../contract/voice.ts'
import type { Clock, Timer } from '../../client/clock.ts'
import {
  MicrophoneError,
  type MicrophoneProblem,
  type OpenMicrophone,
  type OpenTheMicrophone,
} from './microphone.ts'

/** A recording ends by itself after this long; services take no much longer ones either. */
export const RECORDING_MAX_MS = 10 * 60_000
/** A recording ends when it has this size: the piece that is still to come fits as well. */
export const RECORDING_MAX_BYTES = TRANSCRIPTION_AUDIO_MAX_BYTES - 1024 * 1024
/** Nobody says a word in less. */
export const RECORDING_MIN_MS = 400
/** A recording that is never louder holds no voice: the microphone is muted, or it is another one. */
export const SILENCE = 0.004
/** Without news of a recording on its way for this long, nobody works on it; the hub gives a service two minutes. */
export const PATIENCE_MS = 150_000
const METER_MS = 100

/** Why there is no text. */
export type DictationProblem =
  | MicrophoneProblem
  | 'short'
  | 'silent'
  | 'lost'
  | 'nothingHeard'
  | 'late'
  | { error: unknown }

/** What there is to see of a dictation. */
export type DictationState =
  | { kind: 'idle'; wasCut: boolean }
  /** The browser asks the person whether the page may listen. */
  | { kind: 'asking' }
  | { kind: 'recording'; startedAt: number }
  /** `share` of the recording has been sent, 0 to 1. */
  | { kind: 'sending'; share: number }
  /** Recorded, and nobody has sent it. */
  | { kind: 'kept'; durationMs: number }
  /** `durationMs` of the recording that is kept; undefined when there is none to try again with. */
  | { kind: 'failed'; problem: DictationProblem; durationMs: number | undefined }
  /** The text waits for its place. */
  | { kind: 'heard'; text: string; wasCut: boolean }

/** A recording that is done. */
export interface Recording {
  audio: Blob
  durationMs: number
  /** It ended because it was as long as it may be. */
  wasCut: boolean
}

/** What a dictation works with. */
export interface DictationOptions {
  openMicrophone: OpenTheMicrophone
  /** Resolves to the text of a recording. */
  transcribe: (
    audio: Blob,
    options: { onProgress: (share: number) => void; signal: AbortSignal },
  ) => Promise<string>
  clock: Clock
}

interface Take {
  pieces: Blob[]
  bytes: number
  startedAt: number
  microphone: OpenMicrophone
  timers: Timer[]
  /** Undefined while nobody could tell how loud it is. */
  loudest: number | undefined
}

const IDLE: DictationState = { kind: 'idle', wasCut: false }

/** Speech on its way to text: at most one recording at a time, kept until its text is there or it is discarded. */
export class Dictation {
  readonly #options: DictationOptions
  readonly #listeners = new Set<() => void>()
  #state: DictationState = IDLE
  #take: Take | undefined
  #recording: Recording | undefined
  #sending: AbortController | undefined
  /** Another number: what was begun under the last one is of no interest any more. */
  #round = 0

  constructor(options: DictationOptions) {
    this.#options = options
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly snapshot = (): DictationState => this.#state

  /** How loud it is now, 0 to 1. */
  level(): number {
    return this.#take?.microphone.level() ?? 0
  }

  /** Starts to record, unless there is a recording already. */
  async start(): Promise<void> {
    const { kind } = this.#state
    if (this.#recording || (kind !== 'idle' && kind !== 'failed')) return
    const round = this.#nextRound({ kind: 'asking' })
    const pieces: Blob[] = []
    try {
      const microphone = await this.#options.openMicrophone({
        onPiece: (piece) => this.#add(round, pieces, piece),
        onLost: () => void this.#end(round, { problem: 'lost' }),
      })
      // Discarded while the browser asked.
      if (round !== this.#round) return void microphone.close()
      this.#begin(round, pieces, microphone)
    } catch (error) {
      if (round !== this.#round) return
      this.#show({
        kind: 'failed',
        problem: error instanceof MicrophoneError ? error.problem : 'broken',
        durationMs: undefined,
      })
    }
  }

  /** Ends the recording and sends it. */
  async stop(): Promise<void> {
    await this.#end(this.#round, {})
  }

  /** Lets go of the microphone; a recording is kept for whoever comes back. */
  async leave(): Promise<void> {
    if (this.#state.kind === 'asking') this.discard()
    await this.#end(this.#round, { isLeft: true })
  }

  /** Sends the recording that was kept. */
  async send(): Promise<void> {
    const recording = this.#recording
    if (!recording || this.#sending) return
    const round = this.#nextRound({ kind: 'sending', share: 0 })
    const sending = new AbortController()
    this.#sending = sending
    let watch = this.#watch(round)
    try {
      const heard = await this.#options.transcribe(recording.audio, {
        signal: sending.signal,
        onProgress: (share) => {
          watch.cancel()
          if (round !== this.#round) return
          watch = this.#watch(round)
          this.#show({ kind: 'sending', share })
        },
      })
      if (round === this.#round) this.#finish(heard.trim(), recording)
    } catch (error) {
      if (round === this.#round) this.#fail({ error }, recording)
    } finally {
      watch.cancel()
    }
  }

  /** Ends whatever is under way and forgets the recording. */
  discard(): void {
    const take = this.#take
    this.#recording = undefined
    this.#nextRound(IDLE)
    if (take) void take.microphone.close()
  }

  /** The text that waits for its place, once. */
  take(): string | undefined {
    if (this.#state.kind !== 'heard') return undefined
    const { text, wasCut } = this.#state
    this.#show({ kind: 'idle', wasCut })
    return text
  }

  #begin(round: number, pieces: Blob[], microphone: OpenMicrophone): void {
    const { clock } = this.#options
    const take: Take = {
      pieces,
      bytes: 0,
      startedAt: clock.now(),
      microphone,
      loudest: undefined,
      timers: [
        clock.after(RECORDING_MAX_MS, () => void this.#end(round, { wasCut: true })),
        clock.every(METER_MS, () => {
          const level = microphone.level()
          if (level !== undefined) take.loudest = Math.max(take.loudest ?? 0, level)
        }),
      ],
    }
    this.#take = take
    this.#show({ kind: 'recording', startedAt: take.startedAt })
  }

  #add(round: number, pieces: Blob[], piece: Blob): void {
    pieces.push(piece)
    const take = this.#take
    if (!take || round !== this.#round) return
    take.bytes += piece.size
    if (take.bytes >= RECORDING_MAX_BYTES) void this.#end(round, { wasCut: true })
  }

  async #end(
    round: number,
    how: { wasCut?: boolean; isLeft?: boolean; problem?: DictationProblem },
  ): Promise<void> {
    const take = this.#take
    if (!take || round !== this.#round) return
    this.#take = undefined
    for (const timer of take.timers) timer.cancel()
    const durationMs = this.#options.clock.now() - take.startedAt
    this.#show({ kind: 'sending', share: 0 })
    await take.microphone.close()
    if (round !== this.#round) return
    const audio = new Blob(take.pieces, { type: take.microphone.type })
    const recording = { audio, durationMs, wasCut: how.wasCut ?? false }
    if (audio.size === 0 || durationMs < RECORDING_MIN_MS) {
      this.#show({ kind: 'failed', problem: how.problem ?? 'short', durationMs: undefined })
      return
    }
    this.#recording = recording
    if (how.problem !== undefined) this.#fail(how.problem, recording)
    else if (how.isLeft) this.#show({ kind: 'kept', durationMs })
    else if (take.loudest !== undefined && take.loudest < SILENCE) this.#fail('silent', recording)
    else await this.send()
  }

  #finish(text: string, recording: Recording): void {
    if (text === '') return this.#fail('nothingHeard', recording)
    this.#recording = undefined
    this.#sending = undefined
    this.#show({ kind: 'heard', text, wasCut: recording.wasCut })
  }

  #fail(problem: DictationProblem, { durationMs }: Recording): void {
    this.#sending = undefined
    this.#show({ kind: 'failed', problem, durationMs })
  }

  #watch(round: number): Timer {
    return this.#options.clock.after(PATIENCE_MS, () => {
      const recording = this.#recording
      if (round !== this.#round || !recording) return
      this.#nextRound(this.#state)
      this.#fail('late', recording)
    })
  }

  /** Nothing that is still under way has a say any more. */
  #nextRound(state: DictationState): number {
    this.#sending?.abort()
    this.#sending = undefined
    for (const timer of this.#take?.timers ?? []) timer.cancel()
    this.#take = undefined
    this.#round += 1
    this.#show(state)
    return this.#round
  }

  #show(state: DictationState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}
