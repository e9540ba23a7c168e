import {
  cancelMessage,
  getQueuedState,
  listMessages,
  retryMessage,
  sendMessage,
  steerMessage,
} from '../../../contract/message.ts'
import type { MessageService } from '../../messages/message-service.ts'
import type { SessionService } from '../../sessions/session-service.ts'
import { type RouteEntry, rawJson, route } from '../route.ts'

export interface MessageRouteServices {
  sessions: Pick<SessionService, 'require'>
  messages: Pick<MessageService, 'send' | 'pageJson' | 'cancel' | 'steer' | 'retry' | 'queuedState'>
}

/** Pages, sends, and what becomes of queued prompts (spec: Messages). */
export function messageRoutes({ sessions, messages }: MessageRouteServices): RouteEntry[] {
  return [
    route(listMessages, ({ caller, params, query }) =>
      rawJson(messages.pageJson(sessions.require(caller.namespace, params.id), query)),
    ),
    route(sendMessage, ({ caller, params, body }) => {
      messages.send(sessions.require(caller.namespace, params.id, { active: true }), body)
      return { ok: true as const }
    }),
    route(cancelMessage, ({ caller, params }) =>
      messages.cancel(sessions.require(caller.namespace, params.id), params.messageId),
    ),
    route(steerMessage, ({ caller, params }) =>
      messages.steer(sessions.require(caller.namespace, params.id, { active: true }), params.messageId),
    ),
    route(retryMessage, ({ caller, params }) =>
      messages.retry(sessions.require(caller.namespace, params.id), params.messageId),
    ),
    route(getQueuedState, ({ caller, params, body }) =>
      messages.queuedState(sessions.require(caller.namespace, params.id), body.localIds),
    ),
  ]
}
