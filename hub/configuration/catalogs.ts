import type { MachineCatalog, SessionCatalog } from '../../contract/catalog.ts'
import { ERROR_TEXTS } from '../../contract/error-texts.ts'
import { type FlavorId, flavorOf } from '../../contract/flavors.ts'
import type { Machine } from '../../contract/machine.ts'
import { HubError } from '../errors.ts'
import type { AgentLink } from '../link/agent-link.ts'
import type { SessionService } from '../sessions/session-service.ts'
import type { SessionRecord } from '../store/sessions.ts'
import { readEnvelope } from './rpc-answer.ts'

export interface CatalogsParts {
  sessions: Pick<SessionService, 'isActive'>
  link: Pick<AgentLink, 'call'>
}

const wrongFlavor = () => new HubError(400, ERROR_TEXTS.wrongFlavor)
/** A 400 and not a 409: "active session of the matching flavor; 400 otherwise" (spec: catalogs). */
const inactive = () => new HubError(400, ERROR_TEXTS.sessionInactive, { code: 'session_inactive' })

/** What models and efforts agents offer, as they say it (spec: Model and effort catalogs; not-shown A13). */
export class Catalogs {
  readonly #parts: CatalogsParts

  constructor(parts: CatalogsParts) {
    this.#parts = parts
  }

  /**
   * A catalog of a running session.
   * @throws HubError 400 for the wrong flavor or an inactive session; AgentUnreachable, AgentFailed
   */
  async ofSession(session: SessionRecord, flavor: FlavorId, { rpc }: SessionCatalog): Promise<unknown> {
    if (flavorOf(session.metadata).id !== flavor) throw wrongFlavor()
    if (!this.#parts.sessions.isActive(session.id)) throw inactive()
    return this.#ask(session.id, rpc, {})
  }

  /** A catalog of a machine, whose runner gets the client's query. @throws AgentUnreachable, AgentFailed */
  ofMachine({ id }: Pick<Machine, 'id'>, { rpc }: MachineCatalog, query: unknown): Promise<unknown> {
    return this.#ask(id, rpc, query)
  }

  async #ask(scopeId: string, rpc: string, params: unknown): Promise<unknown> {
    const answer = await this.#parts.link.call(scopeId, rpc, params)
    return readEnvelope(answer)
  }
}
