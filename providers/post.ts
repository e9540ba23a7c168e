const REPLY_MAX_BYTES = 64 * 1024

export interface PostReply {
  status: number
  /** The body if it is JSON, else undefined; providers say in it what went wrong. */
  body: unknown
}

/**
 * One POST, without following redirects: what we send is for this provider only.
 * @throws the network's error (code in `cause.code`), or `signal.reason`
 */
export async function post(
  url: URL | string,
  {
    headers,
    body,
    signal,
  }: { headers: Record<string, string>; body: string | Buffer<ArrayBuffer>; signal: AbortSignal },
): Promise<PostReply> {
  const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' })
  return { status: response.status, body: parse(await readText(response)) }
}

/** As `post`, for a value as JSON. */
export function postJson(
  url: URL | string,
  value: unknown,
  { headers = {}, signal }: { headers?: Record<string, string>; signal: AbortSignal },
): Promise<PostReply> {
  const json = { 'content-type': 'application/json', ...headers }
  return post(url, { headers: json, body: JSON.stringify(value), signal })
}

/** The beginning of the body, so that nobody can make us keep more. */
async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > REPLY_MAX_BYTES) break
  }
  return Buffer.concat(chunks).toString('utf8', 0, REPLY_MAX_BYTES)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
