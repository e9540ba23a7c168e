import type { Machine } from '../../../contract/machine.ts'

/** What people call the computer: the name they gave it, else its host name. */
export function machineName({ id, metadata }: Pick<Machine, 'id' | 'metadata'>): string {
  return metadata?.displayName?.trim() || metadata?.host || id
}
