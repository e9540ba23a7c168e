import { ERROR_TEXTS, errorText } from '../../contract/error-texts.ts'
import { flavorOf, isShared } from '../../contract/flavors.ts'
import type { Metadata } from '../../contract/session.ts'
import { HubError } from '../errors.ts'

/** The mode shared sessions refuse, because it would let one client decide for the others (ruling 26). */
const UNSHARED_MODE = 'safe-yolo'

const invalidMode = () => new HubError(400, ERROR_TEXTS.modeInvalid)
const unsharedMode = () => new HubError(409, errorText('modeUnshared', UNSHARED_MODE))

/**
 * Refuses a permission mode the session's flavor does not have, or that a shared session may not use.
 * @throws HubError 400 or 409.
 */
export function assertPermissionMode(metadata: Metadata | null, mode: string): void {
  if (!flavorOf(metadata).permissionModes.includes(mode)) throw invalidMode()
  if (mode === UNSHARED_MODE && isShared(metadata)) throw unsharedMode()
}
