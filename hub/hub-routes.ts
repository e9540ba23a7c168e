import type { Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AuthAttempts } from './auth/attempt-limit.ts'
import type { Jwt } from './auth/jwt.ts'
import type { Clock } from './clock.ts'
import { describeConfiguration } from './config/describe-configuration.ts'
import { keepNetworkSettings } from './config/keep-network-settings.ts'
import { keepPushTransports } from './config/keep-push-transports.ts'
import { renewJwtSecret } from './config/secrets.ts'
import { keepServiceKeys } from './config/service-keys.ts'
import type { RouteEntry } from './http/route.ts'
import { authRoutes } from './http/routes/auth.ts'
import { backupRoutes } from './http/routes/backups.ts'
import { catalogRoutes } from './http/routes/catalogs.ts'
import { configurationRoutes } from './http/routes/configuration.ts'
import { deviceRoutes } from './http/routes/devices.ts'
import { eventRoutes } from './http/routes/events.ts'
import { fileRoutes } from './http/routes/files.ts'
import { historyRoutes } from './http/routes/history.ts'
import { hubConfigurationRoutes } from './http/routes/hub-configuration.ts'
import { hubSettingsRoutes } from './http/routes/hub-settings.ts'
import { lifecycleRoutes } from './http/routes/lifecycle.ts'
import { machineRoutes } from './http/routes/machines.ts'
import { messageRoutes } from './http/routes/messages.ts'
import { ownerRoutes } from './http/routes/owner.ts'
import { permissionRoutes } from './http/routes/permissions.ts'
import { pushRoutes } from './http/routes/push.ts'
import { scratchlistRoutes } from './http/routes/scratchlist.ts'
import { searchRoutes } from './http/routes/search.ts'
import { sessionRoutes } from './http/routes/sessions.ts'
import { storageRoutes } from './http/routes/storage.ts'
import { titleRoutes } from './http/routes/title.ts'
import { uploadRoutes } from './http/routes/uploads.ts'
import { usageRoutes } from './http/routes/usage.ts'
import { visibilityRoutes } from './http/routes/visibility.ts'
import { voiceRoutes } from './http/routes/voice.ts'
import type { buildNotifications, HubOptions, Services } from './hub-services.ts'
import { agentNamespace } from './link/socket-server.ts'
import { OwnerDevices } from './owner/owner-devices.ts'
import { rotateToken } from './owner/token-rotation.ts'
import { isLoopback, reachableAddresses } from './pairing.ts'
import { shortHash } from './push/dispatcher.ts'
import { HubSettingsService } from './settings/hub-settings.ts'
import { compactDatabase } from './storage/compact.ts'
import { createVoice } from './voice/create-voice.ts'

/** The client API. */
export function buildRoutes(options: HubOptions, services: Services, jwt: Jwt, clock: Clock): RouteEntry[] {
  const { secrets, settings, settingsFile, voice: environment, keySeal, databasePath, log } = options
  const { sessions, machines, titles, bus, accessTokens } = services
  return [
    ...authRoutes({
      accessTokens,
      accounts: services.accounts,
      attempts: new AuthAttempts({ clock }),
      jwt,
      ownerId: secrets.ownerId,
      capabilities: { titleSuggestion: titles.isConfigured },
      noteProbe: (probe) => services.reachability.noteProbe(probe),
      browsers: services.browsers,
    }),
    ...sessionRoutes(services),
    ...lifecycleRoutes(services),
    ...messageRoutes(services),
    ...permissionRoutes(services),
    ...configurationRoutes(services),
    ...catalogRoutes(services),
    ...machineRoutes(services),
    ...fileRoutes(services),
    ...uploadRoutes(services),
    ...scratchlistRoutes(services),
    ...historyRoutes(services),
    ...titleRoutes(services),
    ...usageRoutes(services),
    ...searchRoutes(services),
    ...storageRoutes({ databasePath }),
    ...backupRoutes({ backups: services.backups, compact: () => compactDatabase(services.db, databasePath) }),
    ...hubSettingsRoutes({ hubSettings: new HubSettingsService({ settings, settingsFile }) }),
    ...voiceRoutes(createVoice({ environment, settings, settingsFile, seal: keySeal, clock, log })),
    ...visibilityRoutes(services),
    ...eventRoutes({
      bus,
      resolveSession: (namespace, id) => sessions.require(namespace, id).id,
      requireMachine: (namespace, id) => void machines.require(namespace, id),
      browsers: services.browsers,
    }),
  ]
}

interface OwnerParts {
  services: Services
  jwt: Jwt
  server: HttpServer
  notifications: Pick<ReturnType<typeof buildNotifications>, 'push' | 'diagnostics'>
}

/** Devices, browser push and what only the owner may do. */
export function buildOwnerRoutes(
  { settings, settingsFile, sources, home, keySeal, log, desktop }: HubOptions,
  { services, jwt, server, notifications: { push, diagnostics } }: OwnerParts,
): RouteEntry[] {
  const { accessTokens, accounts, bus, io } = services
  const { devices, deliveries } = push
  return [
    ...deviceRoutes(push),
    ...pushRoutes(push),
    ...hubConfigurationRoutes({
      describe: () => describeConfiguration({ home, settings, settingsFile, sources, keySeal }),
      keepServiceKeys: (change) => keepServiceKeys({ settingsFile, sources, keySeal }, change),
      keepNetwork: (change) => keepNetworkSettings({ settingsFile, sources }, change),
      keepPushTransports: (change) => keepPushTransports({ settingsFile, sources }, change),
    }),
    ...ownerRoutes({
      ownerDevices: new OwnerDevices({
        devices,
        deliveries,
        dispatchTo: (device, notice) => push.dispatchTo(device, notice),
        hashToken: shortHash,
      }),
      diagnostics,
      pairing: () => {
        const { publicUrl, listenHost, cliApiToken: token } = settings
        const { port } = server.address() as AddressInfo
        const addresses = reachableAddresses({ publicUrl, listenHost, port })
        return { addresses, isLoopbackOnly: isLoopback(listenHost), token }
      },
      checkAddresses: (urls) => services.reachability.check(urls),
      rotateToken: () =>
        rotateToken({
          settingsFile,
          isFixed: () => sources.cliApiToken === 'environment',
          accessTokens,
          jwt,
          renewJwtSecret: () => renewJwtSecret(home),
          endEverything: (token) => {
            settings.cliApiToken = token
            desktop?.report({ type: 'access-token', accessToken: token })
            accounts.unbindAll()
            push.forgetAll()
            services.browsers.forgetAll()
            bus.endStreams()
            agentNamespace(io).disconnectSockets(true)
          },
          log,
        }),
      browsers: services.browsers,
    }),
  ]
}
