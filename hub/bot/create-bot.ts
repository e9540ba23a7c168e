import type { BotAccounts } from '../accounts/bot-accounts.ts'
import type { Clock } from '../clock.ts'
import type { Environment } from '../config/config.ts'
import { providerOrigin } from '../config/provider-origin.ts'
import type { Settings } from '../config/settings.ts'
import type { Log } from '../log.ts'
import type { PermissionService } from '../permissions/permission-service.ts'
import type { SessionService } from '../sessions/session-service.ts'
import type { SessionsTable } from '../store/sessions.ts'
import { MessagingBot } from './messaging-bot.ts'

export interface BotServices {
  sessions: SessionService
  table: Pick<SessionsTable, 'ofNamespace'>
  permissions: PermissionService
  accounts: BotAccounts
  clock: Clock
  log: Log
}

/**
 * The bot the settings ask for; undefined without `messagingBotToken`. `SVC_MESSAGING_BOT_ORIGIN` stands in
 * for the platform's host. @throws BadOrigin
 */
export function createBot(
  { messagingBotToken: token, messagingBotNotification: notifies, publicUrl }: Settings,
  { sessions, table, permissions, accounts, clock, log }: BotServices,
  env: Environment = process.env,
): MessagingBot | undefined {
  if (token === undefined) return undefined
  return new MessagingBot({
    token,
    apiOrigin: providerOrigin(env, 'SVC_MESSAGING_BOT_ORIGIN'),
    publicUrl,
    notifies,
    accounts,
    findSession: (id) => sessions.find(id),
    activeSessions: (namespace) => table.ofNamespace(namespace).filter(({ id }) => sessions.isActive(id)),
    machineName: ({ metadata }) => metadata?.host || undefined,
    decide: (namespace, { sessionId, requestId }, approved) => {
      const session = sessions.require(namespace, sessionId, { active: true })
      return permissions.decide(session, requestId, { approved })
    },
    clock,
    log,
  })
}
