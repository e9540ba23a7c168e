import { type Machine, MachineHealth, MachineMetadata, RunnerState } from '../../contract/machine.ts'
import type { MachineRecord } from '../store/machines.ts'
import type { MachineLiveness } from './machine-liveness.ts'

/**
 * The machine as clients see it: metadata or runner state that does not fit the contract reads as null,
 * workspace roots are cleaned, and liveness comes from memory (CLI-plane reference 11).
 */
export function toMachine(record: MachineRecord, live: MachineLiveness | undefined): Machine {
  const { id, namespace, seq, createdAt, updatedAt, metadataVersion, runnerStateVersion } = record
  return {
    id,
    namespace,
    seq,
    createdAt,
    updatedAt,
    active: live?.active ?? record.active,
    activeAt: live?.activeAt ?? record.activeAt,
    metadata: readMetadata(record.metadata),
    metadataVersion,
    runnerState: RunnerState.safeParse(record.runnerState).data ?? null,
    runnerStateVersion,
    health: live?.health ?? null,
  }
}

/** The health a keep-alive carries; null unless it fits the contract to the last key. */
export function readHealth(health: unknown): MachineHealth | null {
  return MachineHealth.safeParse(health).data ?? null
}

function readMetadata(stored: unknown): MachineMetadata | null {
  const metadata = MachineMetadata.safeParse(stored).data
  if (!metadata) return null
  const { workspaceRoots, ...rest } = metadata
  const roots = [...new Set(workspaceRoots?.filter((root) => root.trim() !== ''))]
  return roots.length > 0 ? { ...rest, workspaceRoots: roots } : rest
}
