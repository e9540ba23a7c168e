import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Visibility } from '../../contract/events.ts'
import { deflateAlone, GZIP_HEADER, GzipTally } from './gzip-blocks.ts'

export type StreamEncoding = 'gzip' | 'identity'

/**
 * How far a connection may fall behind, on top of what it was sent when it joined, before it is closed.
 * Half of what the replay ring holds: a client cut off here usually still finds there what it missed.
 */
export const SEND_BUFFER_BYTES = 1024 * 1024

/**
 * After so long without traffic the system asks whether the client is still there, and gives it ten seconds. Less
 * than a heartbeat's interval, because it does not ask while something is on its way.
 */
export const KEEP_ALIVE_AFTER_MS = 10_000

export interface SseConnectionOptions {
  namespace: string
  visibility: Visibility
  encoding: StreamEncoding
  response: ServerResponse
}

/** One open event stream: its headers, its encoding, its bounded send buffer and its end. */
export class SseConnection {
  /** The `subscriptionId` of the handshake. */
  readonly id = randomUUID()
  readonly namespace: string
  readonly encoding: StreamEncoding
  visibility: Visibility
  /** Resolves when the stream has ended, whoever ended it. */
  readonly closed: Promise<void>
  readonly #response: ServerResponse
  readonly #tally = new GzipTally()
  #limitBytes = SEND_BUFFER_BYTES
  #hasFallenBehind = false
  /** How much the client had taken when it was last looked at; undefined when nothing waited for it then. */
  #takenBytes: number | undefined

  constructor({ namespace, visibility, encoding, response }: SseConnectionOptions) {
    this.namespace = namespace
    this.visibility = visibility
    this.encoding = encoding
    this.#response = response
    const { promise, resolve } = Promise.withResolvers<void>()
    this.closed = promise
    response.once('close', resolve)
    // A write that fails ends in `close`; without a listener the error would end the process.
    response.on('error', () => {})
  }

  /** Whether frames can still be sent; the client may have gone before the stream was opened. */
  get isOpen(): boolean {
    return !this.#response.destroyed && !this.#response.writableEnded
  }

  /** Whether it was closed because it did not read fast enough. */
  get hasFallenBehind(): boolean {
    return this.#hasFallenBehind
  }

  /** Sends the headers and the first frames (spec: Framing 6). */
  open(frames: Buffer): void {
    const response = this.#response
    response.statusCode = 200
    response.setHeader('Content-Type', 'text/event-stream')
    // no-transform and the last header keep proxies from holding frames back.
    response.setHeader('Cache-Control', 'no-cache, no-transform')
    response.setHeader('X-Accel-Buffering', 'no')
    response.socket?.setNoDelay(true)
    // A client that vanished without a word must not count as visible for as long as TCP hopes for it.
    response.socket?.setKeepAlive(true, KEEP_ALIVE_AFTER_MS)
    if (this.encoding === 'gzip') {
      response.setHeader('Content-Encoding', 'gzip')
      response.write(GZIP_HEADER)
    }
    this.write(frames)
    this.#limitBytes += response.writableLength
  }

  /**
   * Sends frames; `block` is their compressed form if it is shared with others, else they are compressed
   * for this connection alone. False when they could not be sent; a connection that has fallen too far
   * behind is closed then, and its client resumes by its cursor.
   */
  write(frames: Buffer, block?: Buffer): boolean {
    if (!this.isOpen) return false
    if (this.#response.writableLength > this.#limitBytes) {
      this.#giveUp()
      return false
    }
    if (this.encoding === 'gzip') {
      this.#tally.add(frames)
      this.#response.write(block ?? deflateAlone(frames))
    } else this.#response.write(frames)
    return true
  }

  /**
   * To be called with each heartbeat: closes a connection that has taken nothing since the last one although
   * something waited for it. Its client has gone, or will resume by its cursor.
   */
  closeIfStuck(): void {
    const { socket, writableLength } = this.#response
    const takenBytes = writableLength > 0 && socket ? socket.bytesWritten - writableLength : undefined
    if (takenBytes !== undefined && takenBytes === this.#takenBytes) this.#giveUp()
    this.#takenBytes = takenBytes
  }

  /** Ends the stream after everything sent so far, for gzip with a correct trailer. */
  end(): void {
    if (!this.isOpen) return
    if (this.encoding === 'gzip') this.#response.end(this.#tally.end())
    else this.#response.end()
  }

  /** Ends the stream at once; what the client has not read yet is lost to it. */
  destroy(): void {
    this.#response.destroy()
  }

  #giveUp(): void {
    this.#hasFallenBehind = true
    this.destroy()
  }
}
