import type { Server as HttpServer } from 'node:http'
import { join } from 'node:path'
import { BotAccounts } from './accounts/bot-accounts.ts'
import { AccessTokens } from './auth/access-token.ts'
import { BackupService } from './backups/backup-service.ts'
import { createBot } from './bot/create-bot.ts'
import { serveAgentSockets } from './cli/agent-sockets.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config/config.ts'
import { createConfiguration } from './configuration/configuration.ts'
import type { DesktopChannel } from './desktop/desktop-link.ts'
import { GeneratedImages } from './files/generated-images.ts'
import { SessionFiles } from './files/session-files.ts'
import { SessionUploads } from './files/session-uploads.ts'
import { HistoryService } from './history/history-service.ts'
import { corsOrigins } from './http/app.ts'
import { BodyRoom } from './http/body-room.ts'
import { UploadReader } from './http/upload-body.ts'
import { SessionLifecycle } from './lifecycle/session-lifecycle.ts'
import { AgentLink } from './link/agent-link.ts'
import { createSocketServer } from './link/socket-server.ts'
import type { Log } from './log.ts'
import { MachineService } from './machines/machine-service.ts'
import { MessageService } from './messages/message-service.ts'
import { NoticeService } from './notices/notice-service.ts'
import { ReachabilityCheck } from './owner/reachability.ts'
import { SeenBrowsers } from './owner/seen-browsers.ts'
import { PermissionService } from './permissions/permission-service.ts'
import { OtherChannels } from './push/other-channels.ts'
import { createGateway } from './push/push-gateway.ts'
import { createPush } from './push/push-service.ts'
import { EventBus } from './realtime/bus.ts'
import { ScratchlistService } from './scratchlist/scratchlist-service.ts'
import { MessageIndex } from './search/message-index.ts'
import { SearchService } from './search/search-service.ts'
import { SessionService } from './sessions/session-service.ts'
import { ClearReplacements } from './store/clear-replacements.ts'
import type { Database } from './store/database.ts'
import { HistoryTable } from './store/history.ts'
import { MachinesTable } from './store/machines.ts'
import { MessagesTable } from './store/messages.ts'
import { ScratchlistTable } from './store/scratchlist.ts'
import { SearchTable } from './store/search.ts'
import { SessionsTable } from './store/sessions.ts'
import { UsageTable } from './store/usage.ts'
import { UsersTable } from './store/users.ts'
import { TitleService } from './title/title-service.ts'
import { UsageService } from './usage/usage-service.ts'

export type HubOptions = Pick<
  Config,
  | 'databasePath'
  | 'settings'
  | 'settingsFile'
  | 'sources'
  | 'secrets'
  | 'sessionIdleTimeoutMs'
  | 'titleSuggestion'
  | 'voice'
  | 'keySeal'
  | 'closedKeys'
  | 'home'
  | 'scratchlistLimits'
> & {
  /** Where the renderer was built to. */
  webAppFolder: string
  log: Log
  clock?: Clock
  /** There when the desktop shell started this hub. */
  desktop?: DesktopChannel | undefined
}

/** Everything the hub is made of, below its HTTP app. */
export type Services = ReturnType<typeof buildServices>

/** Builds mechanisms and rules bottom-up, each from what stands below it, and opens the agents' sockets. */
export function buildServices(
  {
    settings,
    sessionIdleTimeoutMs: idleTimeoutMs,
    titleSuggestion,
    databasePath,
    home,
    scratchlistLimits,
    log,
  }: HubOptions,
  db: Database,
  server: HttpServer,
  clock: Clock,
) {
  const accessTokens = new AccessTokens(settings.cliApiToken)
  const verify = (token: string) => accessTokens.verify(token)
  const bus = new EventBus({ clock, log })
  const io = createSocketServer(server, { corsOrigins: corsOrigins(settings) })
  const link = new AgentLink({ io, clock, log })

  const tables = {
    sessions: new SessionsTable(db),
    messages: new MessagesTable(db),
    machines: new MachinesTable(db),
    clearReplacements: new ClearReplacements(db),
    history: new HistoryTable(db),
  }
  const sessions = new SessionService({ db, ...tables, bus, clock, idleTimeoutMs })
  const scratchlist = new ScratchlistService({
    db,
    table: new ScratchlistTable(db),
    sessions,
    bus,
    folder: join(home, 'scratchlist'),
    limits: scratchlistLimits,
    clock,
    log,
  })
  sessions.onMerged((from, into) => scratchlist.merged(from, into))
  sessions.onRemoved((id) => scratchlist.sessionRemoved(id))
  const messages = new MessageService({ db, messages: tables.messages, sessions, bus, link, clock })
  const machines = new MachineService({ db, machines: tables.machines, bus, link, clock })
  const lifecycle = new SessionLifecycle({ db, tables, sessions, messages, machines, link, bus, clock, log })
  const history = new HistoryService({
    db,
    tables,
    sessions,
    messages,
    machines,
    link,
    bus,
    clock,
    log,
    scratchlistOf: ({ id }) => scratchlist.entries(id),
  })
  lifecycle.keepApart((id) => history.isBusy(id))
  messages.setGate((id) => lifecycle.isGated(id) || history.isBusy(id))
  messages.setRedirect((session) => lifecycle.redirect(session))
  messages.setSendGuard((session) => history.requireIdle(session))
  const accounts = new BotAccounts({
    db,
    users: new UsersTable(db),
    clock,
    botToken: settings.messagingBotToken,
  })
  const titles = new TitleService({ messages: tables.messages, config: titleSuggestion, clock })
  const configuration = createConfiguration({ sessions, lifecycle, link, clock })
  const permissions = new PermissionService({ link })
  const bodyRoom = new BodyRoom()
  const files = {
    files: new SessionFiles({ link }),
    generatedImages: new GeneratedImages({ link }),
    uploads: new SessionUploads({ link }),
    uploadReader: new UploadReader(bodyRoom),
  }
  const usage = new UsageService({
    usage: new UsageTable(db),
    sessionModel: (id) => modelName(sessions, id),
    clock,
  })
  messages.onStored((message) => usage.observe(message))
  sessions.onMerged((from, into) => usage.merged(from, into))

  const searchTable = new SearchTable(db)
  const messageIndex = new MessageIndex({ db, table: searchTable, clock, log })
  const search = new SearchService({ table: searchTable, index: messageIndex, sessions })

  const backups = new BackupService({ db, databasePath, clock, log })

  const services = { sessions, messages, machines, lifecycle }
  serveAgentSockets({ io, verify, db, link, services, clock, log })
  return {
    ...services,
    tables,
    accounts,
    configuration,
    history,
    titles,
    permissions,
    ...files,
    bodyRoom,
    scratchlist,
    usage,
    search,
    messageIndex,
    backups,
    db,
    bus,
    io,
    accessTokens,
    verify,
    reachability: new ReachabilityCheck({ clock }),
    browsers: new SeenBrowsers({ clock }),
  }
}

/** What becomes notices, and every way these go. */
export function buildNotifications(
  { settings, settingsFile, closedKeys, log }: HubOptions,
  services: Services,
  clock: Clock,
) {
  const { sessions, messages, permissions, accounts, tables, bus, db } = services
  const others = new OtherChannels(closedKeys, log)
  const bot = others.open('bot', () =>
    createBot(settings, { sessions, table: tables.sessions, permissions, accounts, clock, log }),
  )
  const gateway = others.open('gateway', () =>
    createGateway(settings, (namespace) => bus.hasVisible(namespace)),
  )
  const channels = [gateway, bot].filter((channel) => channel !== undefined)
  const push = createPush({ settings, settingsFile, db, bus, clock, log, channels })
  const notices = new NoticeService({
    sessions,
    newestContents: (sessionPk, limit) => tables.messages.newestContents(sessionPk, limit),
    dispatch: (notice) => void push.dispatch(notice),
    dispatchCompletion: (completion) => void push.dispatchCompletion(completion),
    clock,
  })
  notices.follow(sessions, messages, (fn) => db.afterCommit(fn))
  return { bot, push, notices, diagnostics: () => [...push.diagnostics(), ...others.diagnostics(bot)] }
}

/** The session's model as one word, for usage rows that do not name theirs. */
function modelName(sessions: SessionService, sessionId: string): string | undefined {
  const model = sessions.find(sessionId)?.model
  return typeof model === 'string' ? model : model?.modelId
}
