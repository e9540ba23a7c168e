import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { endpoint } from '../../../contract/endpoint.ts'
import { ERROR_CODES } from '../../../contract/errors.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { TestHub } from '../../testing/test-hub.ts'
import { CONTRACT_ENDPOINTS, routeName } from './contract-names.ts'
import { openApiDocument } from './document.ts'
import { RAW_ROUTES } from './raw-routes.ts'

interface Operation {
  operationId: string
  summary: string
  description?: string
  security?: object[]
  parameters: { name: string; in: string; required: boolean; schema: { type?: string } }[]
  requestBody?: { required: boolean; content: Record<string, { schema: { $ref?: string } }> }
  responses: Record<string, { content?: Record<string, { schema: { $ref?: string } }> }>
}
interface Document {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, { properties?: Record<string, unknown> }> }
}

let hub: TestHub
let api: TestClient
let document: Document

beforeAll(async () => {
  hub = await TestHub.start()
  api = await hub.client('guest')
  document = (await api.raw('GET', '/api/openapi.json')).body
})
afterAll(() => hub.close())

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
      operation,
    })),
  )
const described = () => operations().map(({ name }) => name)
const of = (name: string) => operations().find((found) => found.name === name)?.operation as Operation

describe('the document', () => {
  it('has every route the hub serves and no other', () => {
    const served = hub.routes.map(({ method, path }) => routeName(method, path))
    expect(described().sort()).toEqual(served.sort())
    expect(served).toContain('GET /api/openapi.json')
  })

  it('has every endpoint the contract declares', () => {
    const declared = [...CONTRACT_ENDPOINTS.values()].map(({ method, path }) => routeName(method, path))
    expect(declared.filter((name) => !described().includes(name))).toEqual([])
  })

  it('describes by hand only what is served', () => {
    expect(Object.keys(RAW_ROUTES).filter((name) => !described().includes(name))).toEqual([])
  })

  it('names every operation once, in words too', () => {
    const ids = operations().map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(of('POST /api/sessions/:id/messages')).toMatchObject({
      operationId: 'sendMessage',
      summary: 'Send message',
      tags: ['sessions'],
    })
  })

  it('names the same route in an agent’s other spelling after it', () => {
    expect([
      of('GET /api/machines/:id/agentB-models').operationId,
      of('GET /api/machines/:id/codex-models').operationId,
    ]).toEqual(['listMachineCodexModels', 'listMachineCodexModelsInOtherSpelling'])
  })

  it('refers to nothing that it does not have', () => {
    const text = JSON.stringify(document)
    const referred = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name)
    expect(referred.length).toBeGreaterThan(100)
    expect(referred.filter((name) => !document.components.schemas[name as string])).toEqual([])
    expect(text).not.toContain('"$schema"')
  })

  it('is what the schemas of the contract say', () => {
    const send = of('POST /api/sessions/:id/messages')
    expect(send.parameters).toEqual([
      { name: 'id', in: 'path', required: true, schema: { type: 'string', minLength: 1 } },
    ])
    expect(send.requestBody).toMatchObject({
      required: true,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/SendMessageBody' } } },
    })
    expect(document.components.schemas.Machine?.properties).toMatchObject({
      id: { type: 'string' },
      metadata: { anyOf: [{ $ref: '#/components/schemas/MachineMetadata' }, { type: 'null' }] },
    })
    expect(of('GET /api/usage/summary').parameters).toMatchObject([
      { name: 'range', in: 'query', required: false, schema: { enum: ['7d', '30d', 'all'], default: '7d' } },
      { name: 'timeZone', in: 'query', required: false, schema: { type: 'string', default: 'UTC' } },
    ])
    expect(of('GET /api/sessions/:id/messages').parameters).toContainEqual(
      expect.objectContaining({
        name: 'limit',
        schema: expect.objectContaining({ type: 'integer', maximum: 200 }),
      }),
    )
  })

  it('keeps what is asked of a text behind its trim, and letters in either case', () => {
    expect(document.components.schemas).toMatchObject({
      SetCollaborationModeBody: { properties: { mode: { enum: ['default', 'plan'] } } },
      SetServiceTierBody: { properties: { serviceTier: { enum: ['fast', 'standard'] } } },
      SetSessionSummaryBody: { properties: { text: { minLength: 1, maxLength: 255 } } },
    })
    const patterns = [...JSON.stringify(document).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)]
    const isOneCase = (pattern: string) => /a-[fz]/.test(pattern) && !/A-[FZ]/.test(pattern)
    expect(patterns.map(([, pattern]) => JSON.parse(pattern as string)).filter(isOneCase)).toEqual([])
  })

  it('says what the stream sends of a session, and the codes of errors', () => {
    const { SessionPatch, SyncEvent, ErrorBody } = document.components.schemas
    expect(SessionPatch?.properties).toHaveProperty('scratchlistUpdatedAt')
    expect(JSON.stringify(SyncEvent)).toContain('in session-updated, a SessionPatch')
    expect(ErrorBody?.properties?.code).toMatchObject({ examples: [...ERROR_CODES] })
  })

  it.each([
    ['GET /health', []],
    ['POST /api/auth', ['400', '401', '413']],
    ['GET /api/sessions/:id', ['401', '403', '404']],
    ['POST /api/sessions/:id/messages', ['400', '401', '403', '404', '413']],
    ['GET /api/usage/summary', ['400', '401', '403']],
  ])('says how %s is refused', (name, statuses) => {
    const { 200: _, default: rest, ...refusals } = of(name).responses
    expect(Object.keys(refusals)).toEqual(statuses)
    expect(rest).toEqual({ $ref: '#/components/responses/Error' })
  })

  it('says who may call', () => {
    expect([of('GET /health').security, of('GET /api/sessions').security]).toEqual([[], undefined])
    expect(of('GET /api/storage/sqlite').description).toMatch(/Owner only/)
    expect(of('GET /api/hub-settings').description).toBeUndefined()
  })

  it('tells bodies that are not JSON', () => {
    expect(Object.keys(of('GET /api/events').responses['200']?.content ?? {})).toEqual(['text/event-stream'])
    expect(of('POST /api/voice/transcription').requestBody?.content).toMatchObject({
      'multipart/form-data': {
        schema: {
          required: ['file', 'provider'],
          properties: { file: { format: 'binary' }, language: { maxLength: 35 } },
        },
      },
    })
    expect(of('GET /api/sessions/:id/generated-images/:imageId').responses['200']?.content).toHaveProperty([
      '*/*',
    ])
  })

  it('needs a JWT and is the same bytes every time, compressed or not', async () => {
    expect((await fetch(`${hub.origin}/api/openapi.json`)).status).toBe(401)
    const server = new URL(hub.origin)
    const read = async (encoding: string) => {
      const answer = await fetch(`${server.origin}/api/openapi.json`, {
        headers: { authorization: `Bearer ${api.jwt}`, 'accept-encoding': encoding },
      })
      return [answer.headers.get('content-encoding'), await answer.text()]
    }
    const [plain, gzip] = [await read('identity'), await read('gzip')]
    expect([plain[0], gzip[0], plain[1] === gzip[1]]).toEqual([null, 'gzip', true])
    expect(JSON.parse(plain[1] as string)).toEqual(document)
  })
})

describe('a route that nothing describes', () => {
  it('is refused, so that no document leaves one out', () => {
    const route = { method: 'GET', path: '/api/secret', endpoint: undefined } as const
    expect(() => openApiDocument([route])).toThrow('GET /api/secret is not described')
  })

  it('gets a name of its path when the contract has none', () => {
    const local = endpoint('GET', '/api/things/:thingId/parts', { response: z.object({ a: z.string() }) })
    const { paths, components } = openApiDocument([
      { method: 'GET', path: local.path, endpoint: local },
    ]) as Document
    expect(paths['/api/things/{thingId}/parts']?.get).toMatchObject({
      operationId: 'getApiThingsThingIdParts',
      summary: 'Get api things thing id parts',
    })
    expect(components.schemas.GetApiThingsThingIdPartsResponse).toEqual({
      type: 'object',
      properties: { a: { type: 'string' } },
      required: ['a'],
    })
  })
})
