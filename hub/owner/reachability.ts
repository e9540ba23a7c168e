import { randomUUID } from 'node:crypto'
import type { Reachability, ReachabilityResult } from '../../contract/owner.ts'
import type { Clock } from '../clock.ts'

/** An address that has not answered by then is no address for a phone. */
export const REACHABILITY_TIMEOUT_MS = 3000
/** Carries what only this process knows, so that a request that comes back to it is known to be its own. */
export const PROBE_HEADER = 'x-svc-probe'

const TLS_FAILURE = /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH)/
const TIMED_OUT = /TIMEDOUT|TIMEOUT/
const NOT_HTTP = 'not-http'

class TookTooLong extends Error {
  readonly code = 'timeout'
}

/**
 * Asks the hub for its own health under addresses that are its own, as a phone would: without a token, without
 * following redirects, and not for long. It sees what this computer sees; a firewall that only stops others
 * stays unseen.
 */
export class ReachabilityCheck {
  readonly #clock: Clock
  /** Probes that were sent, and whether they came back to us. */
  readonly #probes = new Map<string, { hasArrived: boolean }>()
  #running: Promise<Reachability[]> | undefined

  constructor({ clock }: { clock: Clock }) {
    this.#clock = clock
  }

  /** To be told of the header of every request for our health. */
  noteProbe(probe: string | undefined): void {
    const sent = this.#probes.get(probe ?? '')
    if (sent) sent.hasArrived = true
  }

  /** All addresses at once; who asks while a check is under way gets its answer. */
  check(urls: readonly string[]): Promise<Reachability[]> {
    this.#running ??= Promise.all(urls.map((url) => this.#ask(url))).finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async #ask(url: string): Promise<Reachability> {
    const probe = randomUUID()
    const sent = { hasArrived: false }
    const stop = new AbortController()
    const timer = this.#clock.after(REACHABILITY_TIMEOUT_MS, () => stop.abort(new TookTooLong()))
    this.#probes.set(probe, sent)
    try {
      const response = await fetch(new URL('/health', url), {
        headers: { [PROBE_HEADER]: probe },
        redirect: 'manual',
        signal: stop.signal,
      })
      // Whose it is and how it went is known; what it says is not read.
      await response.body?.cancel()
      if (sent.hasArrived && response.ok) return { url, result: 'reachable', code: null }
      return { url, result: 'not-ours', code: String(response.status) }
    } catch (error) {
      const code = codeOf(error)
      return { url, result: resultOf(code), code }
    } finally {
      timer.cancel()
      this.#probes.delete(probe)
    }
  }
}

function resultOf(code: string): ReachabilityResult {
  if (TLS_FAILURE.test(code)) return 'tls'
  if (code === 'timeout' || TIMED_OUT.test(code)) return 'timeout'
  return code === NOT_HTTP ? 'not-ours' : 'refused'
}

/** The system's word for what went wrong; never its sentences, which repeat addresses and certificates. */
function codeOf(error: unknown): string {
  const { code, cause } = error as { code?: unknown; cause?: { name?: unknown; code?: unknown } }
  if (cause?.name === 'HTTPParserError') return NOT_HTTP
  const word = cause?.code ?? code
  return typeof word === 'string' && /^\w{1,60}$/.test(word) ? word : 'failed'
}
