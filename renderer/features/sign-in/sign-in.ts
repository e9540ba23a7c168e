import { getHealth, PROTOCOL_VERSION } from '../../../contract/auth.ts'
import { ClientError } from '../../client/client-error.ts'
import type { HubClient } from '../../client/hub-client.ts'

/** Why nobody is signed in; each has its own sentence. */
export type SignInProblem = 'unreachable' | 'wrong-code' | 'rotated' | 'version' | 'too-many' | 'failed'

/** Checks that the hub is there and speaks our protocol, then exchanges the code. */
export async function signIn(
  client: Pick<HubClient, 'call' | 'signIn'>,
  accessToken: string,
): Promise<SignInProblem | undefined> {
  try {
    const health = await client.call(getHealth)
    if (health.protocolVersion !== PROTOCOL_VERSION) return 'version'
    await client.signIn(accessToken)
    return undefined
  } catch (error) {
    return problemOf(error)
  }
}

function problemOf(error: unknown): SignInProblem {
  if (!(error instanceof ClientError)) return 'failed'
  if (error.status === 401) return 'wrong-code'
  if (error.status === 429) return 'too-many'
  return error.isTransient ? 'unreachable' : 'failed'
}
