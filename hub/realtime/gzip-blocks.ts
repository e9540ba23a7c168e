import { constants, crc32, deflateRawSync } from 'node:zlib'

/** Costs half of the default level on large messages for streams about 7 % longer. */
const LEVEL = 3

/**
 * How much of the text before a block it may refer to. Events resemble the few before them; a longer
 * window costs time for every block and saves nothing (docs/decisions/0004).
 */
const WINDOW_BYTES = 4096

/** Starts a gzip stream (RFC 1952): deflate, no name, no time, unknown system. */
export const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

/** An empty last block, which ends the deflate data. */
const LAST_BLOCK = Buffer.from([0x03, 0x00])

/** Compresses one piece of a stream so that it refers to nothing before it and can be read at once. */
export function deflateAlone(text: Buffer): Buffer {
  return deflateRawSync(text, { level: LEVEL, finishFlush: constants.Z_SYNC_FLUSH })
}

/**
 * Compresses the pieces of one text for many readers at once. A piece may refer to the pieces before it,
 * so all readers must have received those: `forget()` whenever a reader joins or is sent anything that
 * the others are not.
 */
export class SharedDeflate {
  #window: Buffer | undefined

  forget(): void {
    this.#window = undefined
  }

  /** A piece that every reader can read at once. */
  compress(text: Buffer): Buffer {
    const dictionary = this.#window
    const block = deflateRawSync(text, { level: LEVEL, finishFlush: constants.Z_SYNC_FLUSH, dictionary })
    const seen = dictionary && text.length < WINDOW_BYTES ? Buffer.concat([dictionary, text]) : text
    // A copy, because a slice would keep the whole of a large event in memory.
    this.#window = Buffer.from(seen.subarray(-WINDOW_BYTES))
    return block
  }
}

/** The checksum and length one reader's stream ends with. */
export class GzipTally {
  #crc = 0
  #size = 0

  add(text: Buffer): void {
    this.#crc = crc32(text, this.#crc)
    this.#size = (this.#size + text.length) >>> 0
  }

  /** What ends the stream: the last block and the trailer over everything added. */
  end(): Buffer {
    const trailer = Buffer.alloc(8)
    trailer.writeUInt32LE(this.#crc, 0)
    trailer.writeUInt32LE(this.#size, 4)
    return Buffer.concat([LAST_BLOCK, trailer])
  }
}
