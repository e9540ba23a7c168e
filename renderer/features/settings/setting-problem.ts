import type { TFunction } from 'i18next'
import { z } from 'zod'
import { ClientError } from '../../client/client-error.ts'
import { failureText } from '../connection/failure-text.ts'

const Details = z.object({ variable: z.string().optional(), setting: z.string().optional() })

/** Why a change of the hub's settings was not kept, and what to do. */
export function settingProblem(t: TFunction, error: unknown): string {
  if (!(error instanceof ClientError)) return failureText(t, error)
  const { variable, setting } = Details.safeParse(error.body).data ?? {}
  if (error.code === 'fixed_by_environment') return t('network.fixed', { variable })
  // What is wrong in the file, and where, is only said in the hub's words.
  if (error.code === 'settings_unreadable') return t('configuration.problem', { reason: error.message })
  if (setting === 'listenHost') return t('network.cannotListen')
  if (setting === 'publicUrl') return t('network.invalid')
  if (setting === 'iosPushRelayUrl') return t('pushTransports.invalid')
  return failureText(t, error)
}
