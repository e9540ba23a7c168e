import { z } from 'zod'
import { endpoint, MAX_BODY_LIMIT_BYTES } from './endpoint.ts'
import { EpochMs, Ok, QueryInteger } from './wire.ts'

export const MESSAGE_PAGE_LIMIT_DEFAULT = 50
export const MESSAGE_PAGE_LIMIT_MAX = 200
export const SCHEDULE_HORIZON_MS = 7 * 24 * 60 * 60 * 1000
export const QUEUED_STATE_LOCAL_IDS_MAX = 1000
export const LOCAL_ID_MAX_LENGTH = 1024

export const AttachmentMetadata = z.object({
  id: z.string(),
  filename: z.string(),
  mimeType: z.string(),
  size: z.number(),
  path: z.string(),
  previewUrl: z.string().optional(),
})
export type AttachmentMetadata = z.infer<typeof AttachmentMetadata>

export const DeliveryMode = z.enum(['queue', 'steer'])
export type DeliveryMode = z.infer<typeof DeliveryMode>

/** One message as clients receive it (spec: DecryptedMessage). */
export const DecryptedMessage = z.object({
  id: z.string(),
  seq: z.number().nullable(),
  localId: z.string().nullable(),
  content: z.unknown(),
  createdAt: EpochMs,
  /** null: queued and not yet consumed; absent: an older hub, already invoked. */
  invokedAt: EpochMs.nullish(),
  scheduledAt: EpochMs.nullish(),
  deliveryState: z.string().optional(),
})
export type DecryptedMessage = z.infer<typeof DecryptedMessage>

const cursorPairs = [
  ['beforeSeq', 'beforeAt'],
  ['afterSeq', 'afterAt'],
  ['untilSeq', 'untilAt'],
] as const

/** Query of the message page (spec: Message paging). */
export const MessagesQuery = z
  .object({
    limit: QueryInteger.pipe(z.int().min(1).max(MESSAGE_PAGE_LIMIT_MAX)).optional(),
    beforeSeq: QueryInteger.optional(),
    beforeAt: QueryInteger.optional(),
    afterSeq: QueryInteger.optional(),
    afterAt: QueryInteger.optional(),
    untilSeq: QueryInteger.optional(),
    untilAt: QueryInteger.optional(),
    epoch: QueryInteger.pipe(z.int().min(0)).optional(),
  })
  .superRefine((query, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    for (const [seq, at] of cursorPairs) {
      if ((query[seq] === undefined) !== (query[at] === undefined)) {
        refuse(query[seq] === undefined ? seq : at, `${seq} and ${at} are required together`)
      }
    }
    const hasAfter = query.afterSeq !== undefined || query.afterAt !== undefined
    const hasBefore = query.beforeSeq !== undefined || query.beforeAt !== undefined
    if (hasAfter && hasBefore) refuse('beforeSeq', 'before and after are mutually exclusive')
    if (query.untilSeq !== undefined && !hasAfter) refuse('untilSeq', 'until requires an after cursor')
    if (query.epoch !== undefined && !hasAfter) refuse('epoch', 'epoch requires an after cursor')
  })
export type MessagesQuery = z.infer<typeof MessagesQuery>

export const MessagePage = z.object({
  direction: z.enum(['latest', 'before', 'after']),
  limit: z.number(),
  epoch: z.number(),
  reset: z.boolean(),
  nextBeforeSeq: z.number().nullable(),
  nextBeforeAt: z.number().nullable(),
  nextAfterSeq: z.number().nullable(),
  nextAfterAt: z.number().nullable(),
  snapshotHeadSeq: z.number().nullable(),
  snapshotHeadAt: z.number().nullable(),
  hasMore: z.boolean(),
})
export type MessagePage = z.infer<typeof MessagePage>

export const MessagesResponse = z.object({ messages: z.array(DecryptedMessage), page: MessagePage })
export type MessagesResponse = z.infer<typeof MessagesResponse>

/** Body of a send; the horizon of `scheduledAt` needs a clock and is checked by the hub. */
export const SendMessageBody = z
  .object({
    text: z.string(),
    localId: z.string().min(1).max(LOCAL_ID_MAX_LENGTH).optional(),
    attachments: z.array(AttachmentMetadata).optional(),
    scheduledAt: z.int().optional(),
    deliveryMode: DeliveryMode.optional(),
  })
  .superRefine((body, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    const attached = (body.attachments?.length ?? 0) > 0
    if (body.text === '' && !attached) refuse('text', 'Message requires text or attachments')
    if (body.scheduledAt === undefined) return
    if (body.localId === undefined) refuse('localId', 'scheduledAt requires localId')
    if (attached) refuse('attachments', 'A scheduled message cannot carry attachments')
    if (body.deliveryMode === 'steer') refuse('deliveryMode', 'A scheduled message cannot be steered')
  })
export type SendMessageBody = z.infer<typeof SendMessageBody>

const localIdOrNull = z.string().nullable()

export const CancelResponse = z.discriminatedUnion('status', [
  z.object({ status: z.literal('cancelled'), localId: localIdOrNull }),
  z.object({ status: z.literal('invoked'), message: DecryptedMessage }),
  z.object({ status: z.literal('busy'), localId: localIdOrNull }),
])
export type CancelResponse = z.infer<typeof CancelResponse>

export const SteerResponse = z.discriminatedUnion('status', [
  z.object({ status: z.literal('steered'), localId: localIdOrNull }),
  z.object({ status: z.literal('invoked'), message: DecryptedMessage }),
  z.object({ status: z.literal('failed'), error: z.string(), localId: localIdOrNull }),
])
export type SteerResponse = z.infer<typeof SteerResponse>

export const RetryResponse = z.discriminatedUnion('status', [
  z.object({ status: z.literal('retried'), localId: localIdOrNull }),
  z.object({ status: z.literal('already-queued'), localId: localIdOrNull }),
  z.object({ status: z.literal('retry-unavailable'), localId: localIdOrNull }),
  z.object({ status: z.literal('invoked'), message: DecryptedMessage }),
  z.object({ status: z.literal('not-found') }),
])
export type RetryResponse = z.infer<typeof RetryResponse>

export const QueuedStateBody = z.object({
  localIds: z
    .array(z.string().max(LOCAL_ID_MAX_LENGTH))
    .max(QUEUED_STATE_LOCAL_IDS_MAX)
    .transform((ids) => [...new Set(ids)]),
})
export const QueuedStateResponse = z.object({
  queuedLocalIds: z.array(z.string()),
  indeterminateLocalIds: z.array(z.string()),
  invokedLocalMessages: z.array(z.object({ localId: z.string(), invokedAt: EpochMs })),
})
export type QueuedStateResponse = z.infer<typeof QueuedStateResponse>

export const listMessages = endpoint('GET', '/api/sessions/:id/messages', {
  query: MessagesQuery,
  response: MessagesResponse,
})
export const sendMessage = endpoint('POST', '/api/sessions/:id/messages', {
  body: SendMessageBody,
  response: Ok,
  bodyLimitBytes: MAX_BODY_LIMIT_BYTES,
})
export const cancelMessage = endpoint('DELETE', '/api/sessions/:id/messages/:messageId', {
  response: CancelResponse,
})
export const steerMessage = endpoint('POST', '/api/sessions/:id/messages/:messageId/steer', {
  response: SteerResponse,
})
export const retryMessage = endpoint('POST', '/api/sessions/:id/messages/:messageId/retry', {
  response: RetryResponse,
})
export const getQueuedState = endpoint('POST', '/api/sessions/:id/messages/queued-state', {
  // As many as may be asked for, each as long as it may be.
  bodyLimitBytes: 16 * 1024 * 1024,
  body: QueuedStateBody,
  response: QueuedStateResponse,
})
