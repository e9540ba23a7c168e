import type { TFunction } from 'i18next'
import { ClientError } from '../../client/client-error.ts'
import { failureText } from '../connection/failure-text.ts'

const KNOWN = [
  'disk_full',
  'data_folder_readonly',
  'backup_damaged',
  'backup_newer',
  'backup_foreign',
] as const

/** Why something with the disk or a backup did not work, and what to do. */
export function storageProblem(t: TFunction, error: unknown): string {
  const code = error instanceof ClientError ? KNOWN.find((known) => known === error.code) : undefined
  return code ? t(`storage.problem.${code}`) : failureText(t, error)
}
