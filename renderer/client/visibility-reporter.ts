import { setVisibility, type Visibility } from '../../contract/events.ts'
import { ClientError } from './client-error.ts'
import type { Clock, Timer } from './clock.ts'
import type { HubClient } from './hub-client.ts'
import type { PageSignals } from './page-signals.ts'
import { VISIBILITY_RETRY_MS } from './reconnect.ts'

interface VisibilityReporterOptions {
  client: Pick<HubClient, 'call'>
  signals: PageSignals
  clock: Clock
}

/**
 * Tells the hub whether the page is looked at: after each connect and on each change, one report at a time so
 * that the last one wins, a failed one again after 2 s (spec: Visibility reporting).
 */
export class VisibilityReporter {
  readonly #client: VisibilityReporterOptions['client']
  readonly #signals: PageSignals
  readonly #clock: Clock
  #subscriptionId: string | undefined
  #reported: Visibility | undefined
  #inFlight: string | undefined
  #retry: Timer | undefined

  constructor({ client, signals, clock }: VisibilityReporterOptions) {
    this.#client = client
    this.#signals = signals
    this.#clock = clock
  }

  /** A connection opened. Older hubs name no subscription: nothing to report to. */
  begin(subscriptionId: string | undefined): void {
    this.end()
    this.#subscriptionId = subscriptionId
    this.report()
  }

  /** The connection is gone, and the hub forgot its visibility with it. */
  end(): void {
    this.#retry?.cancel()
    this.#retry = undefined
    this.#subscriptionId = undefined
    this.#reported = undefined
  }

  /** Reports the present visibility unless the hub knows it. */
  report(): void {
    const subscriptionId = this.#subscriptionId
    const visibility = this.#signals.visibility()
    if (!subscriptionId || this.#inFlight === subscriptionId || this.#reported === visibility) return
    this.#retry?.cancel()
    this.#retry = undefined
    this.#inFlight = subscriptionId
    this.#client.call(setVisibility, { body: { subscriptionId, visibility } }).then(
      () => this.#settle(subscriptionId, visibility),
      (error: unknown) => this.#settle(subscriptionId, undefined, error),
    )
  }

  #settle(subscriptionId: string, reported: Visibility | undefined, error?: unknown): void {
    if (this.#inFlight === subscriptionId) this.#inFlight = undefined
    if (this.#subscriptionId !== subscriptionId) return
    this.#reported = reported
    if (reported !== undefined) this.report()
    // A refused report stays refused: the hub does not know this subscription, and a new one follows.
    else if (!(error instanceof ClientError) || error.isTransient) {
      this.#retry = this.#clock.after(VISIBILITY_RETRY_MS, () => this.report())
    }
  }
}
