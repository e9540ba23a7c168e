import type { AccessTokens } from '../auth/access-token.ts'
import type { Jwt } from '../auth/jwt.ts'
import { newBaseToken } from '../config/secrets.ts'
import type { SettingsFile } from '../config/settings-file.ts'
import { HubError } from '../errors.ts'
import type { Log } from '../log.ts'

export interface TokenRotationParts {
  settingsFile: Pick<SettingsFile, 'update'>
  /** CLI_API_TOKEN gives the token, and would give it again at the next start. */
  isFixed: () => boolean
  accessTokens: Pick<AccessTokens, 'replace'>
  jwt: Pick<Jwt, 'replaceSecret'>
  /** Stores a new secret for JWTs and answers it. */
  renewJwtSecret: () => Promise<Uint8Array>
  /** Ends what the old token opened: event streams, sockets, bound accounts, registered devices and browsers. */
  endEverything: (newToken: string) => void
  log: Log
}

const tokenFixed = () =>
  new HubError(409, 'The access token is fixed by the environment variable CLI_API_TOKEN', {
    code: 'token_fixed',
  })

/**
 * Gives the hub a new base token (spec: Credentials, "until the operator rotates"): stored first, then in
 * force at once. JWTs end with their secret; whoever had the old token has nothing any more.
 * @throws HubError 409 while the environment fixes the token; nothing was changed then
 */
export async function rotateToken(parts: TokenRotationParts): Promise<string> {
  if (parts.isFixed()) throw tokenFixed()
  const token = newBaseToken()
  // The secret first: should the second write fail, clients only have to sign in again after a restart.
  const secret = await parts.renewJwtSecret()
  await parts.settingsFile.update((stored) => ({ ...stored, cliApiToken: token }))
  // One step: no JWT can be had for the old token any more once the old ones have ended.
  parts.accessTokens.replace(token)
  parts.jwt.replaceSecret(secret)
  parts.endEverything(token)
  parts.log.info('The access token was replaced; JWTs, streams and connections of the old one ended')
  return token
}
