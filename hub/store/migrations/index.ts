import type { Migration } from '../migrate.ts'
import { initial } from './0001-initial.ts'
import { usage } from './0002-usage.ts'

/** Every migration in order; released ones are never edited. */
export const migrations: readonly Migration[] = [initial, usage]
