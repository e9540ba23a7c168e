const PREFIX = 'svc-hub:last-folder:'

/** Where the last session on this computer was started. */
export function lastFolder(storage: Storage, machineId: string): string | undefined {
  return storage.getItem(PREFIX + machineId) ?? undefined
}

/** Keeps the folder for the next time. */
export function rememberFolder(storage: Storage, machineId: string, path: string): void {
  storage.setItem(PREFIX + machineId, path)
}
