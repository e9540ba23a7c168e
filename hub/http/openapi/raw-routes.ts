import { z } from 'zod'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { EVENTS_PATH, SyncEvent } from '../../../contract/events.ts'
import { getGeneratedImage } from '../../../contract/file.ts'
import {
  createScratchlistEntry,
  getScratchlistAttachment,
  uploadScratchlistAttachment,
} from '../../../contract/scratchlist.ts'
import { uploadFile } from '../../../contract/upload.ts'
import { TranscriptionFields, transcribe } from '../../../contract/voice.ts'
import { routeName } from './contract-names.ts'

/** What of a route its endpoint cannot say. */
export interface RouteDescription {
  /** Its endpoint, where it is served without one. */
  endpoint?: Endpoint
  /** The exported name it would have. */
  name?: string
  query?: z.ZodObject
  description?: string
  /** Content types of the request body other than JSON. */
  requestContent?: Record<string, object>
  /** Content types of a success other than JSON; a schema of zod's becomes a reference. */
  content?: Record<string, object | z.ZodType>
  /** Successful statuses other than 200 alone. */
  statuses?: number[]
}

const BINARY = { type: 'string', format: 'binary' }

const EventsQuery = z.object({
  token: z.string().optional().describe('A JWT, instead of the bearer header'),
  all: z.enum(['true', '1']).optional().describe('Every event of the namespace'),
  sessionId: z.string().optional().describe('Events of one session'),
  machineId: z.string().optional().describe('Events of one machine'),
  visibility: z.enum(['visible', 'hidden']).optional().describe('Whether somebody looks at what is shown'),
  lastEventId: z.string().optional().describe('Cursor to resume from; the header Last-Event-ID wins'),
})

const at = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => routeName(method, path)

/** The routes whose bodies are not JSON, or that read their requests themselves. */
export const RAW_ROUTES: Readonly<Record<string, RouteDescription>> = {
  [`GET ${EVENTS_PATH}`]: {
    name: 'subscribeToEvents',
    query: EventsQuery,
    description: 'A stream of server-sent events; each `data:` line is one SyncEvent.',
    content: { 'text/event-stream': SyncEvent },
  },
  [at(transcribe)]: {
    requestContent: {
      'multipart/form-data': {
        type: 'object',
        required: ['file', 'provider'],
        properties: {
          file: { ...BINARY, description: 'audio/*, video/webm or video/mp4; 1 byte to 25 MB' },
          ...(z.toJSONSchema(TranscriptionFields, { io: 'input' }).properties ?? {}),
        },
      },
    },
  },
  [at(uploadFile)]: { endpoint: uploadFile },
  [at(uploadScratchlistAttachment)]: { endpoint: uploadScratchlistAttachment },
  [at(createScratchlistEntry)]: { statuses: [200, 201] },
  [at(getGeneratedImage)]: {
    description: 'Raw bytes with an `ETag`; 304 when `If-None-Match` names it.',
    content: { '*/*': BINARY },
  },
  [at(getScratchlistAttachment)]: { content: { '*/*': BINARY } },
}
