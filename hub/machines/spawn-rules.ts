import { SpawnRpcResult } from '../../contract/cli-plane.ts'
import { errorText } from '../../contract/error-texts.ts'
import type { Flavor } from '../../contract/flavors.ts'
import { RUNNER_SPAWN_CODES, type SpawnResponse } from '../../contract/machine.ts'

/** What the runner answered to a spawn, as clients are told it (CLI-plane reference 7.4). */
export function toSpawnResponse(answer: unknown): SpawnResponse {
  const result = SpawnRpcResult.safeParse(answer).data
  if (!result) return unexpected(answer)
  const { type, sessionId, directory } = result
  if (type === 'success') return sessionId ? { type, sessionId } : unexpected(answer)
  if (type === 'requestToApproveDirectoryCreation') {
    return spawnError(errorText('directoryMissing', directory ?? ''))
  }
  const message = result.errorMessage ?? result.message ?? result.error
  if (message === undefined) return unexpected(answer)
  if (result.code === undefined || !RUNNER_SPAWN_CODES.includes(result.code)) return spawnError(message)
  return { ...spawnError(message, result.code), ...(result.agent !== undefined && { agent: result.agent }) }
}

export function spawnError(message: string, code?: string): Extract<SpawnResponse, { type: 'error' }> {
  return { type: 'error', message, ...(code !== undefined && { code }) }
}

/** Whether an agent of this flavor may run in the permission mode. */
export function allowsPermissionMode(flavor: Flavor, mode: string): boolean {
  return flavor.permissionModes.includes(mode)
}

const unexpected = (answer: unknown) =>
  spawnError(errorText('spawnUnexpected', String(JSON.stringify(answer)).slice(0, 200)))
