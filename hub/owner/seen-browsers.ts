import type { OwnerBrowser } from '../../contract/owner.ts'
import { shortenedAddress } from '../auth/remote-address.ts'
import type { Clock } from '../clock.ts'
import { type BrowserKind, browserKind } from './browser-kind.ts'

/** How many browsers are remembered. */
export const SEEN_BROWSERS_MAX = 50

/** As much of what a browser calls itself as tells it from others. */
const USER_AGENT_LENGTH = 300

/** Who sent a request that was let in. */
export interface Visitor {
  namespace: string
  userAgent: string
  remoteAddress: string | undefined
}

interface Entry extends BrowserKind {
  id: number
  key: string
  namespace: string
  address: string | null
  signedInAt: number | null
  seenAt: number
  openStreams: number
}

/**
 * Which browsers came since the hub started: who signed in with the access token, who renews and who listens. In
 * memory only, and only the newest: it lets the owner see a phone arrive, it is no record of who came.
 */
export class SeenBrowsers {
  readonly #clock: Clock
  /** By who they are, the last seen last. */
  readonly #entries = new Map<string, Entry>()
  #lastId = 0

  constructor({ clock }: { clock: Clock }) {
    this.#clock = clock
  }

  /** Somebody signed in there. */
  noteSignIn(visitor: Visitor): void {
    const entry = this.#see(visitor)
    if (entry) entry.signedInAt = entry.seenAt
  }

  /** It is still signed in. */
  noteRenewal(visitor: Visitor): void {
    this.#see(visitor)
  }

  /** It listens, until the result is called. */
  noteStream(visitor: Visitor): () => void {
    const opened = this.#see(visitor)
    if (!opened) return () => {}
    opened.openStreams += 1
    return () => {
      opened.openStreams -= 1
      opened.seenAt = this.#clock.now()
    }
  }

  /** Every browser, the last seen first. */
  list(caller: Visitor): OwnerBrowser[] {
    const now = this.#clock.now()
    const callerKey = keyOf(caller)
    return [...this.#entries.values()]
      .map(({ key, openStreams, seenAt, ...entry }) => ({
        ...entry,
        seenAt: openStreams > 0 ? now : seenAt,
        isOpen: openStreams > 0,
        isCaller: key === callerKey,
      }))
      .sort((a, b) => b.seenAt - a.seenAt || b.id - a.id)
  }

  /** Nobody is signed in any more. */
  forgetAll(): void {
    this.#entries.clear()
  }

  #see(visitor: Visitor): Entry | undefined {
    const kind = browserKind(visitor.userAgent)
    if (!kind) return undefined
    const key = keyOf(visitor)
    const entry = this.#entries.get(key) ?? this.#entryFor(visitor, { ...kind, key })
    entry.seenAt = this.#clock.now()
    this.#entries.delete(key)
    this.#makeRoom()
    this.#entries.set(key, entry)
    return entry
  }

  #entryFor({ namespace, remoteAddress }: Visitor, named: BrowserKind & { key: string }): Entry {
    this.#lastId += 1
    const { browser, device, key } = named
    const address = shortenedAddress(remoteAddress)
    return {
      id: this.#lastId,
      key,
      namespace,
      browser,
      device,
      address,
      signedInAt: null,
      seenAt: 0,
      openStreams: 0,
    }
  }

  /** One that listens stays longer than one that is gone. */
  #makeRoom(): void {
    if (this.#entries.size < SEEN_BROWSERS_MAX) return
    const oldestFirst = [...this.#entries.values()]
    const leaves = oldestFirst.find(({ openStreams }) => openStreams === 0) ?? oldestFirst[0]
    if (leaves) this.#entries.delete(leaves.key)
  }
}

function keyOf({ namespace, userAgent, remoteAddress }: Visitor): string {
  return JSON.stringify([namespace, userAgent.slice(0, USER_AGENT_LENGTH), shortenedAddress(remoteAddress)])
}
