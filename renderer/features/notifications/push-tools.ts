import { browserStorage } from '../../browser-storage.ts'
import type { HubClient } from '../../client/hub-client.ts'
import { appVersion } from '../web-app/app-version.ts'
import { findWorkerContainer } from '../web-app/worker-container.ts'
import type { PushFacts, PushTools } from './browser-push.ts'

/** What this browser says about notifications, right now. */
export function browserFacts(): PushFacts {
  const { userAgent, platform, maxTouchPoints } = navigator
  return {
    isSecure: window.isSecureContext,
    hasWorker: findWorkerContainer() !== undefined,
    hasPush: 'PushManager' in window && 'Notification' in window,
    // An iPad says that it is a Mac.
    isIos: /iPhone|iPad|iPod/.test(userAgent) || (platform === 'MacIntel' && maxTouchPoints > 1),
    isInstalled: window.matchMedia('(display-mode: standalone)').matches,
    permission: 'Notification' in window ? Notification.permission : 'denied',
  }
}

/** The browser's own tools. */
export function browserTools(client: Pick<HubClient, 'call'>): PushTools {
  return {
    client,
    registration: () => appVersion.whenActive(),
    permission: () => Notification.permission,
    requestPermission: () => Notification.requestPermission(),
    storage: browserStorage,
  }
}
