import { getHealth, PROTOCOL_VERSION } from '../../../contract/auth.ts'
import { bindBotAccount } from '../../../contract/bot.ts'
import { ClientError } from '../../client/client-error.ts'
import type { HubClient } from '../../client/hub-client.ts'

/**
 * Why nobody is signed in; each has its own sentence. The last three are of messaging accounts: not connected with
 * the hub, not (or no longer) proved, of no use to a hub without a bot.
 */
export type SignInProblem =
  | 'unreachable'
  | 'wrong-code'
  | 'rotated'
  | 'version'
  | 'too-many'
  | 'failed'
  | 'not-bound'
  | 'mini-app-ended'
  | 'mini-app-off'

type Asking = Pick<HubClient, 'call'>

/** Checks that the hub is there and speaks our protocol, then exchanges the code. */
export async function signIn(
  client: Asking & Pick<HubClient, 'signIn'>,
  accessToken: string,
): Promise<SignInProblem | undefined> {
  try {
    if (!(await speaksOurProtocol(client))) return 'version'
    await client.signIn(accessToken)
    return undefined
  } catch (error) {
    if (error instanceof ClientError && error.status === 401) return 'wrong-code'
    return problemOf(error)
  }
}

/** The same with what a messaging client opened the page with. */
export async function signInByMiniApp(
  client: Asking & Pick<HubClient, 'signInByMiniApp'>,
  initData: string,
): Promise<SignInProblem | undefined> {
  try {
    if (!(await speaksOurProtocol(client))) return 'version'
  } catch (error) {
    return problemOf(error)
  }
  try {
    await client.signInByMiniApp(initData)
    return undefined
  } catch (error) {
    return miniAppProblemOf(error)
  }
}

/** Connects a messaging account with the hub, so that its next opening needs no code; whether that went well. */
export function bindAccount(
  client: Asking,
  body: { initData: string; accessToken: string },
): Promise<boolean> {
  return client.call(bindBotAccount, { body }).then(
    () => true,
    () => false,
  )
}

async function speaksOurProtocol(client: Asking): Promise<boolean> {
  return (await client.call(getHealth)).protocolVersion === PROTOCOL_VERSION
}

function miniAppProblemOf(error: unknown): SignInProblem {
  if (!(error instanceof ClientError)) return 'failed'
  // These two refusals differ in nothing but their text (spec: 401 bodies).
  if (error.status === 401) return error.message === 'not_bound' ? 'not-bound' : 'mini-app-ended'
  // The hub was there a moment ago: this is its own 503, not a proxy's.
  return error.status === 503 ? 'mini-app-off' : problemOf(error)
}

function problemOf(error: unknown): SignInProblem {
  if (!(error instanceof ClientError)) return 'failed'
  if (error.status === 429) return 'too-many'
  return error.isTransient ? 'unreachable' : 'failed'
}
