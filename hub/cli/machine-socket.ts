import {
  MachineAgyModelsChangedPayload,
  MachineAlivePayload,
  MachineUpdateMetadataPayload,
  MachineUpdateStatePayload,
} from '../../contract/cli-plane.ts'
import type { Clock } from '../clock.ts'
import type { AgentLink } from '../link/agent-link.ts'
import { type AgentEvents, denialOf, type EventCall, emitDenied } from './agent-events.ts'
import type { CommitPoint, SocketMachines } from './cli-parts.ts'
import { answerVersionedWrite, updateEnvelope, WRITE_FAILED } from './versioned-write.ts'

export interface MachineSocketParts {
  db: CommitPoint
  clock: Clock
  link: Pick<AgentLink, 'deliverMachine'>
  machines: SocketMachines
}

/** The events a machine's runner sends (CLI-plane reference 5.8). */
export function onMachineEvents(events: AgentEvents, parts: MachineSocketParts): void {
  const { machines } = parts
  events.on('machine-alive', {
    payload: MachineAlivePayload,
    handle(call) {
      if (mayAct(parts, call)) machines.keepAlive(call.payload)
    },
  })
  events.on('machine-agy-models-changed', {
    payload: MachineAgyModelsChangedPayload,
    handle(call) {
      if (mayAct(parts, call)) machines.agyModelsChanged(call.payload.machineId)
    },
  })
  onVersionedWrites(events, parts)
}

function onVersionedWrites(events: AgentEvents, { db, clock, link, machines }: MachineSocketParts): void {
  events.on('machine-update-metadata', {
    payload: MachineUpdateMetadataPayload,
    refusal: WRITE_FAILED,
    handle(call) {
      const { machineId, expectedVersion, metadata } = call.payload
      answerVersionedWrite(db, call, {
        row: machines.identify(machineId),
        key: 'metadata',
        write: () => machines.updateMetadata(machineId, expectedVersion, metadata),
        relay(changed) {
          const body = { t: 'update-machine' as const, machineId, metadata: changed, runnerState: null }
          link.deliverMachine(machineId, updateEnvelope(clock, body), call.socket.id)
        },
      })
    },
  })
  events.on('machine-update-state', {
    payload: MachineUpdateStatePayload,
    refusal: WRITE_FAILED,
    handle(call) {
      const { machineId, expectedVersion, runnerState } = call.payload
      answerVersionedWrite(db, call, {
        row: machines.identify(machineId),
        key: 'runnerState',
        write: () => machines.updateRunnerState(machineId, expectedVersion, runnerState),
        relay(changed) {
          const body = { t: 'update-machine' as const, machineId, metadata: null, runnerState: changed }
          link.deliverMachine(machineId, updateEnvelope(clock, body), call.socket.id)
        },
      })
    },
  })
}

/** Whether the socket may act on the machine; if not, it is told by an `error` event. */
function mayAct(
  { machines }: MachineSocketParts,
  { socket, payload }: EventCall<{ machineId: string }>,
): boolean {
  const code = denialOf(socket, machines.identify(payload.machineId))
  if (code) emitDenied(socket, { code, scope: 'machine', id: payload.machineId })
  return code === undefined
}
