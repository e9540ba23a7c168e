import { OWNER_NAMESPACE } from '../../contract/auth.ts'
import {
  ACCEPTED,
  type Channel,
  type Completion,
  type Notice,
  rejected,
  type SendOutcome,
  suppressed,
} from '../../contract/push.ts'
import { post } from '../../providers/post.ts'
import type { Environment } from '../config/config.ts'
import { providerOrigin } from '../config/provider-origin.ts'
import type { Settings } from '../config/settings.ts'
import { cutText } from '../notices/cut-text.ts'

const GATEWAY_ORIGIN = 'https://sctapi.ftqq.com'
/** The gateway's own limit. */
const TITLE_MAX = 32
/** Keys of its third generation name their own host. */
const NUMBERED_KEY = /^sctp(\d+)t/

export interface PushGatewayParts {
  sendKey: string
  /** Stands in for the gateway's host. */
  origin?: string | undefined
  /** `pushGatewayNotification`. */
  notifies: boolean
  /** `pushGatewayBackgroundOnly`: nothing while somebody looks. */
  backgroundOnly: boolean
  hasVisible: (namespace: string) => boolean
  publicUrl: string | undefined
}

/**
 * The chat push gateway (`pushGatewaySendKey`; reference: not-shown B3, ServerChan): readiness, requests,
 * failed tasks and completed sessions, as a form with `title` and `desp`. The key is the owner's, so only
 * the owner's namespace is told there.
 */
export class PushGateway implements Channel<AbortSignal> {
  readonly name = 'push-gateway'
  readonly #parts: PushGatewayParts
  readonly #url: string

  constructor(parts: PushGatewayParts) {
    this.#parts = parts
    this.#url = addressOf(parts.sendKey, parts.origin)
  }

  async send(notice: Notice, signal: AbortSignal): Promise<SendOutcome> {
    const { namespace, sessionId, type, severity, native } = notice
    const isSuccess = type === 'task-notification' && severity !== 'error'
    if (isSuccess) return suppressed('not-for-this-channel')
    const obstacle = this.#obstacle(namespace)
    return obstacle ? suppressed(obstacle) : this.#post(native.title, native.body, { sessionId, signal })
  }

  async sendCompletion(completion: Completion, signal: AbortSignal): Promise<SendOutcome> {
    const { namespace, sessionId, title, body } = completion
    const obstacle = this.#obstacle(namespace)
    return obstacle ? suppressed(obstacle) : this.#post(title, body, { sessionId, signal })
  }

  /** Why this namespace is told nothing right now. */
  #obstacle(namespace: string): string | undefined {
    const { notifies, backgroundOnly, hasVisible } = this.#parts
    if (!notifies) return 'channel-off'
    if (namespace !== OWNER_NAMESPACE) return 'not-the-owner'
    return backgroundOnly && hasVisible(namespace) ? 'visible' : undefined
  }

  async #post(
    title: string,
    body: string,
    { sessionId, signal }: { sessionId: string; signal: AbortSignal },
  ): Promise<SendOutcome> {
    const { publicUrl } = this.#parts
    const link = publicUrl === undefined ? [] : [new URL(`/sessions/${sessionId}`, publicUrl).href]
    // The text is read as Markdown, where one line break is none.
    const desp = [...body.split('\n'), ...link].join('\n\n')
    try {
      const { status, body: answer } = await post(this.#url, {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ title: cutText(title, TITLE_MAX), desp }).toString(),
        signal,
      })
      if (status !== 200) return rejected(String(status))
      const code = (answer as { code?: unknown } | null | undefined)?.code
      return code === 0 ? ACCEPTED : rejected(typeof code === 'number' ? `code ${code}` : 'unreadable')
    } catch {
      return rejected(signal.aborted ? 'timeout' : 'network')
    }
  }
}

function addressOf(sendKey: string, origin: string | undefined): string {
  const key = encodeURIComponent(sendKey)
  if (origin !== undefined) return new URL(`/${key}.send`, origin).href
  const [, number] = NUMBERED_KEY.exec(sendKey) ?? []
  return number === undefined
    ? `${GATEWAY_ORIGIN}/${key}.send`
    : `https://${number}.push.ft07.com/send/${key}.send`
}

/**
 * The gateway the settings ask for; undefined without `pushGatewaySendKey`. `SVC_PUSH_GATEWAY_ORIGIN` stands
 * in for its host. @throws BadOrigin
 */
export function createGateway(
  settings: Settings,
  hasVisible: (namespace: string) => boolean,
  env: Environment = process.env,
): PushGateway | undefined {
  const { pushGatewaySendKey: sendKey, publicUrl } = settings
  if (sendKey === undefined) return undefined
  return new PushGateway({
    sendKey,
    origin: providerOrigin(env, 'SVC_PUSH_GATEWAY_ORIGIN'),
    publicUrl,
    notifies: settings.pushGatewayNotification,
    backgroundOnly: settings.pushGatewayBackgroundOnly,
    hasVisible,
  })
}
