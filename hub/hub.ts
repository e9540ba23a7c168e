import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { HUB_TICK_MS } from '../contract/cli-plane.ts'
import { BotAccounts } from './accounts/bot-accounts.ts'
import { AccessTokens } from './auth/access-token.ts'
import { AuthAttempts } from './auth/attempt-limit.ts'
import { Jwt } from './auth/jwt.ts'
import { createBot } from './bot/create-bot.ts'
import { serveAgentSockets } from './cli/agent-sockets.ts'
import { cliRoutes } from './cli/cli-routes.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Config } from './config/config.ts'
import { renewJwtSecret } from './config/secrets.ts'
import { createConfiguration } from './configuration/configuration.ts'
import { GeneratedImages } from './files/generated-images.ts'
import { SessionFiles } from './files/session-files.ts'
import { SessionUploads } from './files/session-uploads.ts'
import { createGateway } from './gateway/push-gateway.ts'
import { HistoryService } from './history/history-service.ts'
import { corsOrigins, createApp } from './http/app.ts'
import { readJson } from './http/body.ts'
import type { RouteEntry } from './http/route.ts'
import { authRoutes } from './http/routes/auth.ts'
import { catalogRoutes } from './http/routes/catalogs.ts'
import { configurationRoutes } from './http/routes/configuration.ts'
import { deviceRoutes } from './http/routes/devices.ts'
import { eventRoutes } from './http/routes/events.ts'
import { fileRoutes } from './http/routes/files.ts'
import { historyRoutes } from './http/routes/history.ts'
import { hubSettingsRoutes } from './http/routes/hub-settings.ts'
import { lifecycleRoutes } from './http/routes/lifecycle.ts'
import { machineRoutes } from './http/routes/machines.ts'
import { messageRoutes } from './http/routes/messages.ts'
import { openApiRoutes } from './http/routes/openapi.ts'
import { ownerRoutes } from './http/routes/owner.ts'
import { permissionRoutes } from './http/routes/permissions.ts'
import { pushRoutes } from './http/routes/push.ts'
import { scratchlistRoutes } from './http/routes/scratchlist.ts'
import { sessionRoutes } from './http/routes/sessions.ts'
import { storageRoutes } from './http/routes/storage.ts'
import { titleRoutes } from './http/routes/title.ts'
import { uploadRoutes } from './http/routes/uploads.ts'
import { usageRoutes } from './http/routes/usage.ts'
import { visibilityRoutes } from './http/routes/visibility.ts'
import { voiceRoutes } from './http/routes/voice.ts'
import { UploadReader } from './http/upload-body.ts'
import { serveWebApp } from './http/web-app.ts'
import { SessionLifecycle } from './lifecycle/session-lifecycle.ts'
import { AgentLink } from './link/agent-link.ts'
import { agentNamespace, createSocketServer } from './link/socket-server.ts'
import type { Log } from './log.ts'
import { MachineService } from './machines/machine-service.ts'
import { MessageService } from './messages/message-service.ts'
import { NoticeService } from './notices/notice-service.ts'
import { OwnerDevices } from './owner/owner-devices.ts'
import { rotateToken } from './owner/token-rotation.ts'
import { isLoopback, reachableAddresses } from './pairing.ts'
import { PermissionService } from './permissions/permission-service.ts'
import { shortHash } from './push/dispatcher.ts'
import { createPush } from './push/push-service.ts'
import { EventBus } from './realtime/bus.ts'
import { ScratchlistService } from './scratchlist/scratchlist-service.ts'
import { SessionService } from './sessions/session-service.ts'
import { HubSettingsService } from './settings/hub-settings.ts'
import { ClearReplacements } from './store/clear-replacements.ts'
import { Database } from './store/database.ts'
import { HistoryTable } from './store/history.ts'
import { MachinesTable } from './store/machines.ts'
import { MessagesTable } from './store/messages.ts'
import { ScratchlistTable } from './store/scratchlist.ts'
import { SessionsTable } from './store/sessions.ts'
import { UsageTable } from './store/usage.ts'
import { UsersTable } from './store/users.ts'
import { TitleService } from './title/title-service.ts'
import { UsageService } from './usage/usage-service.ts'
import { createVoice } from './voice/create-voice.ts'

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
  | 'home'
  | 'scratchlistLimits'
> & {
  /** Where the renderer was built to. */
  webAppFolder: string
  log: Log
  clock?: Clock
}

export interface Hub {
  /** Where it listens, such as `http://127.0.0.1:3006`. */
  origin: string
  /** What its HTTP app answers beside the agents' plane and the web app. */
  routes: readonly Pick<RouteEntry, 'method' | 'path'>[]
  /** Ends streams and sockets, stores what is pending, folds the database's log and closes it. */
  close(): Promise<void>
}

/**
 * Builds the whole hub bottom-up and listens.
 * @throws DatabaseTooNew, SQLite's errors for a locked or damaged database, and the system's for the address
 */
export async function createHub(options: HubOptions): Promise<Hub> {
  const { settings, secrets, log, clock = systemClock } = options
  const db = Database.open(options.databasePath, log)
  try {
    // Socket.IO answers its own path and passes every other request on to this listener.
    const server = createServer((request, response) => void serve(request, response))
    const parts = buildParts(options, db, server, clock)
    const notifications = buildNotifications(options, parts, clock)
    const jwt = new Jwt({ secret: secrets.jwtSecret, clock })
    const routes = [
      ...buildRoutes(options, parts, jwt, clock),
      ...buildOwnerRoutes(options, { parts, jwt, server, push: notifications.push }),
    ]
    routes.push(...openApiRoutes([...routes]))
    const app = createApp({
      routes,
      jwt,
      db,
      log,
      settings,
      cli: cliRoutes({
        verify: parts.verify,
        readJson,
        sessionSummaryContract: () => settings.sessionSummaryContract,
        db,
        services: parts,
      }),
      webApp: serveWebApp(options.webAppFolder),
    })
    const serve = app.callback()
    await listen(server, settings.listenHost, settings.listenPort)
    await parts.scratchlist.start()
    notifications.bot?.start()
    const tick = clock.every(HUB_TICK_MS, () => {
      parts.sessions.tick()
      parts.machines.tick()
      parts.messages.tick()
      parts.lifecycle.tick()
    })
    return {
      origin: originOf(server, settings.listenHost),
      routes,
      async close() {
        tick.cancel()
        notifications.notices.close()
        await notifications.bot?.close()
        await parts.bus.close()
        // Closing the sockets also closes the server, which ends once its last connection has.
        const closed = parts.io.close()
        server.closeAllConnections()
        await closed
        await notifications.push.close()
        await parts.scratchlist.close()
        db.close()
      },
    }
  } catch (error) {
    db.close()
    throw error
  }
}

type Parts = ReturnType<typeof buildParts>

function buildParts(
  {
    settings,
    sessionIdleTimeoutMs: idleTimeoutMs,
    titleSuggestion,
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
  const files = {
    files: new SessionFiles({ link }),
    generatedImages: new GeneratedImages({ link }),
    uploads: new SessionUploads({ link }),
    uploadReader: new UploadReader(),
  }
  const usage = new UsageService({
    usage: new UsageTable(db),
    sessionModel: (id) => modelName(sessions, id),
    clock,
  })
  messages.onStored((message) => usage.observe(message))
  sessions.onMerged((from, into) => usage.merged(from, into))

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
    scratchlist,
    usage,
    db,
    bus,
    io,
    accessTokens,
    verify,
  }
}

/** What becomes notices, and every way these go. */
function buildNotifications({ settings, settingsFile, log }: HubOptions, parts: Parts, clock: Clock) {
  const { sessions, messages, permissions, accounts, tables, bus, db } = parts
  const bot = createBot(settings, { sessions, table: tables.sessions, permissions, accounts, clock, log })
  const gateway = createGateway(settings, (namespace) => bus.hasVisible(namespace))
  const channels = [gateway, bot].filter((channel) => channel !== undefined)
  const push = createPush({ settings, settingsFile, db, bus, clock, log, channels })
  const notices = new NoticeService({
    sessions,
    newestContents: (sessionPk, limit) => tables.messages.newestContents(sessionPk, limit),
    dispatch: (notice) => void push.dispatch(notice),
    announceCompletion: (session) => void gateway?.sendCompletion(session),
    clock,
  })
  notices.follow(sessions, messages, (fn) => db.afterCommit(fn))
  return { bot, push, notices }
}

/** The session's model as one word, for usage rows that do not name theirs. */
function modelName(sessions: SessionService, sessionId: string): string | undefined {
  const model = sessions.find(sessionId)?.model
  return typeof model === 'string' ? model : model?.modelId
}

function buildRoutes(options: HubOptions, parts: Parts, jwt: Jwt, clock: Clock): RouteEntry[] {
  const { secrets, settings, settingsFile, voice: environment, databasePath, log } = options
  const { sessions, machines, titles, bus, accessTokens } = parts
  return [
    ...authRoutes({
      accessTokens,
      accounts: parts.accounts,
      attempts: new AuthAttempts({ clock }),
      jwt,
      ownerId: secrets.ownerId,
      capabilities: { titleSuggestion: titles.isConfigured },
    }),
    ...sessionRoutes(parts),
    ...lifecycleRoutes(parts),
    ...messageRoutes(parts),
    ...permissionRoutes(parts),
    ...configurationRoutes(parts),
    ...catalogRoutes(parts),
    ...machineRoutes(parts),
    ...fileRoutes(parts),
    ...uploadRoutes(parts),
    ...scratchlistRoutes(parts),
    ...historyRoutes(parts),
    ...titleRoutes(parts),
    ...usageRoutes(parts),
    ...storageRoutes({ databasePath }),
    ...hubSettingsRoutes({ hubSettings: new HubSettingsService({ settings, settingsFile }) }),
    ...voiceRoutes(createVoice({ environment, settings, settingsFile, clock, log })),
    ...visibilityRoutes(parts),
    ...eventRoutes({
      bus,
      resolveSession: (namespace, id) => sessions.require(namespace, id).id,
      requireMachine: (namespace, id) => void machines.require(namespace, id),
    }),
  ]
}

interface OwnerParts {
  parts: Parts
  jwt: Jwt
  server: HttpServer
  push: ReturnType<typeof createPush>
}

function buildOwnerRoutes(
  { settings, settingsFile, sources, home, log }: HubOptions,
  { parts, jwt, server, push }: OwnerParts,
): RouteEntry[] {
  const { accessTokens, accounts, bus, io } = parts
  const { devices, deliveries } = push
  return [
    ...deviceRoutes(push),
    ...pushRoutes(push),
    ...ownerRoutes({
      ownerDevices: new OwnerDevices({
        devices,
        deliveries,
        dispatchTo: (device, notice) => push.dispatchTo(device, notice),
        hashToken: shortHash,
      }),
      diagnostics: () => push.diagnostics(),
      pairing: () => {
        const { publicUrl, listenHost, cliApiToken: token } = settings
        const { port } = server.address() as AddressInfo
        const addresses = reachableAddresses({ publicUrl, listenHost, port })
        return { addresses, isLoopbackOnly: isLoopback(listenHost), token }
      },
      rotateToken: () =>
        rotateToken({
          settingsFile,
          isFixed: () => sources.cliApiToken === 'environment',
          accessTokens,
          jwt,
          renewJwtSecret: () => renewJwtSecret(home),
          endEverything: (token) => {
            settings.cliApiToken = token
            accounts.unbindAll()
            bus.endStreams()
            agentNamespace(io).disconnectSockets(true)
          },
          log,
        }),
    }),
  ]
}

function listen(server: HttpServer, host: string, port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(port, host, () => {
    server.off('error', reject)
    resolve()
  })
  return promise
}

function originOf(server: HttpServer, host: string): string {
  const { port } = server.address() as AddressInfo
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
