type Stored = Record<string, unknown>

/** What only a runner knows of itself; one that no longer says it has lost it. */
const RUNNER_KEYS = ['capabilities', 'supervisedRestart', 'startedCliMtimeMs', 'installedCliMtimeMs'] as const

export interface MachineValues {
  metadata: unknown
  runnerState: unknown
}

/**
 * What is stored when a known machine announces itself again: metadata merged key by key, so that a
 * display name survives, and of the runner's state its capabilities. Session CLIs announce their machine
 * without a runner state and leave what the runner said of itself alone (CLI-plane reference 11).
 */
export function mergeMachine(stored: MachineValues, sent: MachineValues): MachineValues {
  const fromRunner = asObject(sent.runnerState)
  return {
    metadata: mergeMetadata(stored.metadata, asObject(sent.metadata), fromRunner !== undefined),
    runnerState: mergeRunnerState(stored.runnerState, fromRunner),
  }
}

/** Stored metadata with another display name, or without one; a machine that never told any gets just that. */
export function withDisplayName(stored: unknown, displayName: string): unknown {
  const { displayName: _, ...rest } = asObject(stored) ?? {}
  if (displayName !== '') return { ...rest, displayName }
  return asObject(stored) ? rest : stored
}

function mergeMetadata(stored: unknown, sent: Stored | undefined, isRunner: boolean): unknown {
  if (!sent) return stored
  const merged = { ...asObject(stored), ...sent }
  if (isRunner) for (const key of RUNNER_KEYS) if (sent[key] === undefined) delete merged[key]
  return merged
}

function mergeRunnerState(stored: unknown, sent: Stored | undefined): unknown {
  if (!sent) return stored
  const before = asObject(stored)
  if (!before) return sent
  const capabilities = asObject(sent.capabilities)
  return capabilities && Object.keys(capabilities).length > 0 ? { ...before, capabilities } : stored
}

function asObject(value: unknown): Stored | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Stored) : undefined
}
