import { ExportTooLarge, exportSession } from '../../../contract/history.ts'
import { ClientError } from '../../client/client-error.ts'
import type { HubClient } from '../../client/hub-client.ts'
import { fillPath } from '../../client/request-parts.ts'

export interface ExportOptions {
  /** Also when it has more messages than the hub exports unasked. */
  force: boolean
  signal: AbortSignal
  onProgress: (bytes: number) => void
}

/** The whole session as the JSON document of the hub, with the bytes so far on the way. Throws ClientError. */
export async function loadExport(
  client: Pick<HubClient, 'open'>,
  id: string,
  { force, signal, onProgress }: ExportOptions,
): Promise<Blob> {
  const query = force ? { force: true } : {}
  const response = await client.open(fillPath(exportSession.path, { id }), { query, signal })
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  try {
    if (response.body) {
      for (const reader = response.body.getReader(); ; ) {
        const { done, value } = await reader.read()
        if (done) break
        parts.push(value)
        bytes += value.length
        onProgress(bytes)
      }
    }
  } catch (error) {
    throw new ClientError(0, undefined, error)
  }
  return new Blob(parts, { type: 'application/json' })
}

/** How large a refused export is; undefined for failures of another kind. */
export function exportSize(error: unknown): { count: number; limit: number } | undefined {
  if (!(error instanceof ClientError) || error.status !== 413) return undefined
  const size = ExportTooLarge.safeParse(error.body)
  return size.success ? size.data : undefined
}
