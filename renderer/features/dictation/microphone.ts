/** Why there is no sound to be had. */
export type MicrophoneProblem = 'blocked' | 'missing' | 'busy' | 'broken'

/** The microphone could not be opened. */
export class MicrophoneError extends Error {
  readonly problem: MicrophoneProblem

  constructor(problem: MicrophoneProblem, options?: ErrorOptions) {
    super(`The microphone cannot be used: ${problem}`, options)
    this.name = 'MicrophoneError'
    this.problem = problem
  }
}

/** What an open microphone tells while it is open. */
export interface Listener {
  /** A piece of the recording; the pieces in their order are the recording. */
  onPiece(piece: Blob): void
  /** It records no more, and not because it was closed: unplugged, or taken away. */
  onLost(): void
}

/** A microphone that records. */
export interface OpenMicrophone {
  /** Kind of the recording, with its codec. */
  readonly type: string
  /** How loud it is, 0 to 1; undefined where that cannot be told. */
  level(): number | undefined
  /** Lets go of the microphone, at once; resolves when the last piece was told. */
  close(): Promise<void>
}

/** Opens the microphone of this device. Rejects with MicrophoneError. */
export type OpenTheMicrophone = (listener: Listener) => Promise<OpenMicrophone>

/** Speech needs no more; ten minutes are about 2.5 MB. */
const BITS_PER_SECOND = 32_000
const PIECE_MS = 1_000

/** In the order of how many services read them. */
const TYPES = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus']

/** The microphone of the browser. */
export const openMicrophone: OpenTheMicrophone = async (listener) => {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true }).catch((cause: unknown) => {
    throw new MicrophoneError(problemOf(cause), { cause })
  })
  const release = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  try {
    return record(stream, release, listener)
  } catch (cause) {
    release()
    throw new MicrophoneError('broken', { cause })
  }
}

function record(stream: MediaStream, release: () => void, listener: Listener): OpenMicrophone {
  const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type))
  const recorder = new MediaRecorder(stream, {
    audioBitsPerSecond: BITS_PER_SECOND,
    ...(mimeType !== undefined && { mimeType }),
  })
  const meter = meterOf(stream)
  const stopped = new Promise<void>((resolve) => recorder.addEventListener('stop', () => resolve()))
  let isClosing = false
  recorder.addEventListener('dataavailable', ({ data }) => listener.onPiece(data))
  // Losing its track stops it, too.
  recorder.addEventListener('stop', () => !isClosing && listener.onLost())
  recorder.start(PIECE_MS)
  return {
    type: recorder.mimeType || mimeType || 'audio/webm',
    level: meter.level,
    close: () => {
      isClosing = true
      if (recorder.state !== 'inactive') recorder.stop()
      release()
      meter.end()
      return stopped
    },
  }
}

/** Loudness by the Web Audio API; a browser without it records all the same. */
function meterOf(stream: MediaStream): { level: () => number | undefined; end: () => void } {
  if (!('AudioContext' in window)) return { level: () => undefined, end: () => {} }
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  return {
    level: () => {
      // While the browser holds it back all samples are zero, which would pass for silence.
      if (context.state !== 'running') return undefined
      analyser.getFloatTimeDomainData(samples)
      return samples.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), 0)
    },
    // It closes by itself when it is not.
    end: () => void context.close().catch(() => {}),
  }
}

function problemOf(error: unknown): MicrophoneProblem {
  switch (error instanceof DOMException ? error.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'blocked'
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'missing'
    case 'NotReadableError':
    case 'AbortError':
      return 'busy'
    default:
      return 'broken'
  }
}
