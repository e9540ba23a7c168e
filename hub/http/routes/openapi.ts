import { gzipSync } from 'node:zlib'
import { getOpenApi } from '../../../contract/openapi.ts'
import { openApiDocument } from '../openapi/document.ts'
import { type RouteEntry, rawJson, route } from '../route.ts'

/** `GET /api/openapi.json`: the document of `routes` and of itself, written when it is first asked for. */
export function openApiRoutes(routes: readonly RouteEntry[]): RouteEntry[] {
  let written: { text: Buffer; gzip: Buffer } | undefined
  const own = route(getOpenApi, () => {
    written ??= write([...routes, own])
    return rawJson(written.text, { gzip: written.gzip })
  })
  return [own]
}

function write(routes: readonly RouteEntry[]): { text: Buffer; gzip: Buffer } {
  const text = Buffer.from(JSON.stringify(openApiDocument(routes)))
  return { text, gzip: gzipSync(text) }
}
