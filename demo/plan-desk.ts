import { randomUUID } from 'node:crypto'
import { SESSION_RPC } from '../contract/cli-plane.ts'
import type { AgentState, Metadata } from '../contract/session.ts'
import type { CliSocket } from './cli-client.ts'
import type { VersionedValue } from './versioned-value.ts'

export interface PlanDeskParts {
  socket: CliSocket
  metadata: VersionedValue<Metadata>
  state: VersionedValue<AgentState>
  /** Goes to work; the plan is accepted before it is done. */
  carryOut: () => void
}

/** The plan an agent proposes: it stands in `agentState.codexPlanProposalId` until somebody has it carried out. */
export class PlanDesk {
  readonly #parts: PlanDeskParts

  constructor(parts: PlanDeskParts) {
    this.#parts = parts
    parts.socket.handle(SESSION_RPC.implementCodexPlan, (params) =>
      this.#implement(params as { planId: string }),
    )
  }

  /** Only agents that share their conversation have plans carried out; this one shares it from now on. */
  async propose(): Promise<void> {
    const { socket, metadata, state } = this.#parts
    const capabilities = { ...metadata.current.capabilities, concurrentClients: true }
    await metadata.change(socket, (current) => ({ ...current, capabilities }))
    await state.change(socket, (current) => ({ ...current, codexPlanProposalId: randomUUID() }))
  }

  async #implement({ planId }: { planId: string }): Promise<object> {
    const { socket, state, carryOut } = this.#parts
    if (planId !== state.current.codexPlanProposalId) {
      return { ok: false, code: 'stale_plan', error: 'There is a newer plan' }
    }
    await state.change(socket, (current) => ({ ...current, codexPlanProposalId: null }))
    carryOut()
    return { ok: true }
  }
}
