import { z } from 'zod'
import { SESSION_RPC } from '../../contract/cli-plane.ts'
import { ERROR_TEXTS } from '../../contract/error-texts.ts'
import { flavorOf } from '../../contract/flavors.ts'
import { AgentFailed } from '../errors.ts'
import type { AgentLink } from '../link/agent-link.ts'
import type { SessionService } from '../sessions/session-service.ts'
import type { SessionRecord } from '../store/sessions.ts'
import { readEnvelope } from './rpc-answer.ts'

/** A command's other fields are the agent's business. */
const SlashCommands = z.array(z.looseObject({ name: z.string() })).default([])

export interface AgentCommandsParts {
  sessions: Pick<SessionService, 'isActive'>
  link: Pick<AgentLink, 'call'>
}

/** What can be typed into a session besides words (reference 7.3, not-shown A11). */
export class AgentCommands {
  readonly #parts: AgentCommandsParts

  constructor(parts: AgentCommandsParts) {
    this.#parts = parts
  }

  /**
   * The names the agent gave at its start, completed by what its CLI knows now, which wins. Of an inactive
   * session only the former.
   * @throws AgentUnreachable, AgentFailed
   */
  async slashCommands({ id, metadata }: SessionRecord): Promise<unknown> {
    const builtin = (metadata?.slashCommands ?? []).map((name) => ({ name, source: 'builtin' }))
    if (!this.#parts.sessions.isActive(id)) return { success: true, commands: mergeByName(builtin) }
    const params = { agent: flavorOf(metadata).cliId }
    const answer = readEnvelope(await this.#parts.link.call(id, SESSION_RPC.listSlashCommands, params))
    if (!answer.success) return answer
    const listed = SlashCommands.safeParse(answer.commands)
    if (!listed.success) throw new AgentFailed(ERROR_TEXTS.agentUnreadable)
    return { ...answer, commands: mergeByName([...builtin, ...listed.data]) }
  }

  /** The skills its CLI knows. @throws AgentUnreachable, AgentFailed */
  async skills({ id, metadata }: SessionRecord): Promise<unknown> {
    const params = { flavor: flavorOf(metadata).cliId }
    return readEnvelope(await this.#parts.link.call(id, SESSION_RPC.listSkills, params))
  }
}

/** One command of each name, the last one given, in the order in which the names came up. */
function mergeByName<Command extends { name: string }>(commands: Command[]): Command[] {
  return [...new Map(commands.map((command) => [command.name, command])).values()]
}
