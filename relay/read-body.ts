import type { IncomingMessage } from 'node:http'

/**
 * The body of a request as text; `too-large` as soon as it passes `maxBytes`, read or only announced, and
 * then the rest stays unread. Rejects when the caller goes away first.
 */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<string | 'too-large'> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return Promise.resolve('too-large')
  const { promise, resolve, reject } = Promise.withResolvers<string | 'too-large'>()
  const chunks: Buffer[] = []
  let size = 0
  request.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size <= maxBytes) {
      chunks.push(chunk)
      return
    }
    request.pause()
    resolve('too-large')
  })
  request.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
  request.on('error', reject)
  request.on('close', () => reject(new Error('The caller went away')))
  return promise
}
