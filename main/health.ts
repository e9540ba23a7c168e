import { Health } from '../contract/auth.ts'

/** Who answers at an address: a hub (perhaps not our own), another program, or nobody. */
export type Answerer = 'hub' | 'other' | 'nobody'

const ANSWER_WITHIN_MS = 4000
const BODY_MAX = 64 * 1024

/** Asks `GET /health` of whoever listens at the origin. Never throws. */
export async function whoAnswers(origin: string, withinMs = ANSWER_WITHIN_MS): Promise<Answerer> {
  const signal = AbortSignal.timeout(withinMs)
  try {
    const response = await fetch(`${origin}/health`, { signal, redirect: 'manual' })
    const text = await readSome(response)
    return Health.safeParse(parsed(text)).success ? 'hub' : 'other'
  } catch (error) {
    return isRefused(error) ? 'nobody' : 'other'
  }
}

/**
 * A program that accepts the connection and then says nothing, or nothing that is HTTP, is somebody; only a
 * refused or unreachable address is nobody.
 */
function isRefused(error: unknown): boolean {
  const code = (error as { cause?: { code?: string } }).cause?.code
  return code !== undefined && ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL'].includes(code)
}

async function readSome(response: Response): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true })
    if (text.length > BODY_MAX) break
  }
  return text
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The origin as this computer itself reaches it: a hub that listens everywhere is asked at loopback. */
export function localOrigin(origin: string): string {
  const url = new URL(origin)
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1'
  if (url.hostname === '[::]') url.hostname = '[::1]'
  return url.origin
}
