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
import { onVersionedWrite, type VersionedRow } from './versioned-write.ts'

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
  const row: VersionedRow<{ machineId: string }> = {
    db,
    clock,
    find: ({ machineId }) => machines.identify(machineId),
    deliver: ({ machineId }, update, exceptSocketId) =>
      link.deliverMachine(machineId, update, exceptSocketId),
  }
  onVersionedWrite(events, row, {
    event: 'machine-update-metadata',
    payload: MachineUpdateMetadataPayload,
    key: 'metadata',
    write: ({ machineId, expectedVersion, metadata }) =>
      machines.updateMetadata(machineId, expectedVersion, metadata),
    update: ({ machineId }, metadata) => ({ t: 'update-machine', machineId, metadata, runnerState: null }),
  })
  onVersionedWrite(events, row, {
    event: 'machine-update-state',
    payload: MachineUpdateStatePayload,
    key: 'runnerState',
    write: ({ machineId, expectedVersion, runnerState }) =>
      machines.updateRunnerState(machineId, expectedVersion, runnerState),
    update: ({ machineId }, runnerState) => ({
      t: 'update-machine',
      machineId,
      metadata: null,
      runnerState,
    }),
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
