import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ENVELOPE_AAD, ENVELOPE_NONCE_BYTES, type RelayPush } from '../../contract/push.ts'

/** A push relay that takes everything and keeps it. */
export interface FakeRelay {
  url: string
  /** What came, in order. */
  pushes: readonly RelayPush[]
  close(): Promise<void>
}

/** Listens on a loopback port of its own. */
export async function startFakeRelay(): Promise<FakeRelay> {
  const pushes: RelayPush[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    pushes.push(JSON.parse(text) as RelayPush)
    response.setHeader('content-type', 'application/json').end('{"ok":true}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pushes,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Reads an envelope as the phone does, with the key it registered. */
export async function openEnvelope(envelope: string, key: Uint8Array<ArrayBuffer>): Promise<unknown> {
  const bytes = new Uint8Array(Buffer.from(envelope, 'base64'))
  const secret = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt'])
  const plain = await crypto.subtle.decrypt(
    {
      name: 'AES-GCM',
      iv: bytes.subarray(0, ENVELOPE_NONCE_BYTES),
      additionalData: new TextEncoder().encode(ENVELOPE_AAD),
    },
    secret,
    bytes.subarray(ENVELOPE_NONCE_BYTES),
  )
  return JSON.parse(new TextDecoder().decode(plain))
}
