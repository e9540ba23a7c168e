import type { z } from 'zod'
import { ClientError } from './client-error.ts'

/** The path with its parameters, each encoded. Throws TypeError for a missing one. */
export function fillPath(path: string, params: Readonly<Record<string, string>> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (!value) throw new TypeError(`Missing path parameter ${name}`)
    return encodeURIComponent(value)
  })
}

/** The query with its `?`; empty without values. Absent ones are left out. */
export function queryString(query: Readonly<Record<string, unknown>> = {}): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) if (value !== undefined) search.set(key, String(value))
  const text = search.toString()
  return text && `?${text}`
}

/** The body as JSON, or as text when it is none: proxies answer HTML. Throws ClientError when it breaks off. */
export async function readBody(response: Response): Promise<unknown> {
  let text: string
  try {
    text = await response.text()
  } catch (error) {
    throw new ClientError(0, undefined, error)
  }
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The body as the schema reads it. Throws ClientError when it does not fit. */
export function parseAnswer<Answer extends z.ZodType>(
  schema: Answer,
  status: number,
  body: unknown,
): z.output<Answer> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  throw new ClientError(status, body, parsed.error)
}
