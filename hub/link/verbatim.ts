import type { AgentSocket } from './socket-server.ts'

/** Bytes behind the text of a VerbatimText that make a copy of it needless. */
export const VERBATIM_ROOM_BYTES = 64

/**
 * A large text that goes into a call as it stands: ASCII of which JSON escapes nothing, such as base64.
 * It is the first `lengthBytes` of `bytes`; what comes after it is room the sender may write to.
 */
export interface VerbatimText {
  bytes: Buffer
  lengthBytes: number
}

/** What the engine says about a packet it is about to send; its event `packetCreate` may change it. */
interface OutgoingPacket {
  type: string
  data?: unknown
  options: { wsPreEncodedFrame?: Buffer[] }
}

/**
 * Emits an event whose JSON holds `placeholder` once, with the text in its place. Over a websocket the
 * text's own bytes are what is written: it is never made a string, encoded or copied. Any other way of
 * sending the packet reads its `data`, which then is the whole text, as an ordinary emit would have made it.
 */
export function emitVerbatim(
  socket: Pick<AgentSocket, 'conn'>,
  emit: () => void,
  { placeholder, text }: { placeholder: string; text: VerbatimText },
): void {
  const fill = (packet: OutgoingPacket): void => {
    const at = typeof packet.data === 'string' ? packet.data.lastIndexOf(placeholder) : -1
    if (typeof packet.data !== 'string' || at === -1) return
    const [before, after] = [packet.data.slice(0, at), packet.data.slice(at + placeholder.length)]
    packet.options.wsPreEncodedFrame = textFrame(`${ENGINE_MESSAGE}${before}`, text, after)
    Object.defineProperty(packet, 'data', {
      get: () => `${before}${text.bytes.toString('latin1', 0, text.lengthBytes)}${after}`,
    })
  }
  socket.conn.on('packetCreate', fill)
  try {
    emit()
  } finally {
    socket.conn.off('packetCreate', fill)
  }
}

/** Type of a packet with a message in it (Engine.IO protocol 4). */
const ENGINE_MESSAGE = '4'

const FINAL_TEXT = 0x81
const LENGTH_IN_2_BYTES = 126
const LENGTH_IN_8_BYTES = 127

/** One unmasked text frame (RFC 6455, 5.2), in the two pieces the websocket library writes. */
function textFrame(before: string, text: VerbatimText, after: string): Buffer[] {
  const tail = Buffer.from(after)
  const end = text.lengthBytes + tail.length
  const start = Buffer.from(before)
  const head = Buffer.concat([frameHeader(start.length + end), start])
  if (end > text.bytes.length) {
    return [head, Buffer.concat([text.bytes.subarray(0, text.lengthBytes), tail])]
  }
  tail.copy(text.bytes, text.lengthBytes)
  return [head, text.bytes.subarray(0, end)]
}

function frameHeader(payloadBytes: number): Buffer {
  if (payloadBytes < LENGTH_IN_2_BYTES) return Buffer.from([FINAL_TEXT, payloadBytes])
  const isShort = payloadBytes <= 0xffff
  const header = Buffer.alloc(isShort ? 4 : 10)
  header[0] = FINAL_TEXT
  header[1] = isShort ? LENGTH_IN_2_BYTES : LENGTH_IN_8_BYTES
  if (isShort) header.writeUInt16BE(payloadBytes, 2)
  else header.writeBigUInt64BE(BigInt(payloadBytes), 2)
  return header
}
