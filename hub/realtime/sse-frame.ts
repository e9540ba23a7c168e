const LINE_BREAK = /[\r\n]/

/**
 * One frame of the stream: the `data:` line with one JSON text, then the `id:` line if the event has one,
 * then a blank line (spec: Framing). `retry:` is never sent.
 * @throws when a field holds a line break, which would let one event pass for several.
 */
export function sseFrame(json: string, id?: string): Buffer {
  if (LINE_BREAK.test(json) || (id !== undefined && LINE_BREAK.test(id))) {
    throw new Error('A field of an event stream frame must not hold a line break')
  }
  return Buffer.from(id === undefined ? `data: ${json}\n\n` : `data: ${json}\nid: ${id}\n\n`)
}
