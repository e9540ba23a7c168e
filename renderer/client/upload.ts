import type { z } from 'zod'
import type { Endpoint, PathParams } from '../../contract/endpoint.ts'
import { ClientError } from './client-error.ts'
import type { HubClient } from './hub-client.ts'
import { fillPath, parseAnswer } from './request-parts.ts'

/** What an upload reports and how it is stopped. */
export interface UploadOptions {
  /** Share of the bytes that were sent, 0 to 1. */
  onProgress?: ((share: number) => void) | undefined
  signal?: AbortSignal | undefined
}

/** A file as both upload routes take it (spec: Uploads). Rejects when the browser cannot read it. */
export async function uploadBody(file: File): Promise<Blob> {
  const { name: filename } = file
  const fields = JSON.stringify({ filename, mimeType: file.type || 'application/octet-stream' })
  // Put together from parts: the content may be 70 MB of text, which needs no escaping.
  return new Blob([fields.slice(0, -1), ',"content":"', await base64Of(file), '"}'], {
    type: 'application/json',
  })
}

/**
 * Posts a large body, which brings its own content type, and tells how far it is, which `fetch` cannot. Throws
 * ClientError; an aborted upload has status 0.
 */
export async function uploadTo<Path extends string, Answer extends z.ZodType>(
  client: Pick<HubClient, 'baseUrl' | 'token' | 'open'>,
  endpoint: Endpoint<Path, undefined, z.ZodType | undefined, Answer>,
  params: PathParams<Path>,
  body: Blob | FormData,
  options: UploadOptions = {},
): Promise<z.output<Answer>> {
  const path = fillPath(endpoint.path, params)
  const sent = await send(`${client.baseUrl}${path}`, await client.token(), body, options)
  if (sent.status !== 401) {
    if (sent.status < 200 || sent.status >= 300) throw new ClientError(sent.status, sent.body)
    return parseAnswer(endpoint.response, sent.status, sent.body)
  }
  // The client knows how to get a new token and repeats the call once; that it does so silently is seldom seen.
  const response = await client.open(path, { method: 'POST', body, signal: options.signal })
  return parseAnswer(endpoint.response, response.status, await response.json())
}

function send(
  url: string,
  token: string,
  body: Blob | FormData,
  { onProgress, signal }: UploadOptions,
): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const fail = () => reject(new ClientError(0, undefined))
    const abort = () => request.abort()
    request.open('POST', url)
    request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
    request.onload = () => resolve({ status: request.status, body: readJson(request.responseText) })
    request.onerror = fail
    request.onabort = fail
    request.onloadend = () => signal?.removeEventListener('abort', abort)
    if (signal?.aborted) return fail()
    signal?.addEventListener('abort', abort)
    request.send(body)
  })
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function base64Of(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,?/, ''))
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read'))
    reader.readAsDataURL(file)
  })
}
