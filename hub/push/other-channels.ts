import { BadOrigin } from '../config/provider-origin.ts'
import type { ClosedServiceKey, ServiceKeyName } from '../config/service-keys.ts'
import type { Log } from '../log.ts'
import type { PushDiagnostic } from './modes.ts'

const CHANNEL_OF: Record<ServiceKeyName, 'bot' | 'gateway'> = {
  messagingBotToken: 'bot',
  pushGatewaySendKey: 'gateway',
}

/** What the owner should know of the bot and the gateway: a wrong setting switches them off, not the hub. */
export class OtherChannels {
  readonly #log: Log
  readonly #said: PushDiagnostic[]

  constructor(closedKeys: readonly ClosedServiceKey[], log: Log) {
    this.#log = log
    this.#said = closedKeys.map(({ key, message }) => ({
      channel: CHANNEL_OF[key],
      isProblem: true,
      message,
    }))
  }

  /** What `create` makes; undefined, with a diagnostic, when the host it was given cannot be used. */
  open<Made>(channel: 'bot' | 'gateway', create: () => Made): Made | undefined {
    try {
      return create()
    } catch (error) {
      if (!(error instanceof BadOrigin)) throw error
      const message = `The ${channel === 'bot' ? 'messaging bot' : 'push gateway'} is off: ${error.message}.`
      this.#log.warn(message)
      this.#said.push({ channel, isProblem: true, message })
      return undefined
    }
  }

  /** What is known by now, `bot` asked as well. */
  diagnostics(bot: { problems: readonly string[] } | undefined): PushDiagnostic[] {
    const ofBot = (bot?.problems ?? []).map((problem) => ({
      channel: 'bot' as const,
      isProblem: true,
      message: `${problem}.`,
    }))
    return [...this.#said, ...ofBot]
  }
}
