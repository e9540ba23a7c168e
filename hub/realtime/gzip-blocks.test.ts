import { constants, gunzipSync, inflateRawSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import { deflateAlone, GZIP_HEADER, GzipTally, SharedDeflate } from './gzip-blocks.ts'

const texts = Array.from({ length: 12 }, (_, n) =>
  Buffer.from(`data: {"type":"session-updated","sessionId":"0199abcd","data":{"activeAt":${n}}}\n\n`),
)
const large = Buffer.from(JSON.stringify(Array.from({ length: 20_000 }, (_, n) => n)))

/** What a reader that has only these blocks sees, before any end of the stream. */
const readSoFar = (blocks: Buffer[]) =>
  inflateRawSync(Buffer.concat(blocks), { finishFlush: constants.Z_SYNC_FLUSH }).toString()

let shared: SharedDeflate
beforeEach(() => {
  shared = new SharedDeflate()
})

describe('SharedDeflate', () => {
  it('makes every piece readable at once', () => {
    const blocks: Buffer[] = []
    const seen = texts.map((text) => {
      blocks.push(shared.compress(text))
      return readSoFar(blocks)
    })
    expect(seen).toEqual(texts.map((_, n) => Buffer.concat(texts.slice(0, n + 1)).toString()))
  })

  it('refers to earlier pieces, which makes later ones small', () => {
    const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = texts.map((text) => shared.compress(text))
    expect(second.length).toBeLessThan(first.length / 2)
  })

  it('refers to nothing before forget()', () => {
    const [first = large, ...rest] = texts
    for (const text of rest) shared.compress(text)
    shared.forget()
    expect(readSoFar([shared.compress(first)])).toBe(first.toString())
  })

  it('reads right across pieces larger than what it refers to', () => {
    const pieces = [...texts, large, ...texts, large, large]
    expect(readSoFar(pieces.map((text) => shared.compress(text)))).toBe(Buffer.concat(pieces).toString())
  })
})

describe('GzipTally', () => {
  it('ends a stream of lone and shared blocks as gzip demands', () => {
    const tally = new GzipTally()
    const [lone = large, ...rest] = texts
    for (const text of texts) tally.add(text)
    const blocks = [deflateAlone(lone), ...rest.map((text) => shared.compress(text))]
    const stream = Buffer.concat([GZIP_HEADER, ...blocks, tally.end()])
    expect(gunzipSync(stream)).toEqual(Buffer.concat(texts))
  })
})
