import { z } from 'zod'
import { PROTOCOL_VERSION } from '../../../contract/auth.ts'
import type { Endpoint, Method } from '../../../contract/endpoint.ts'
import { ErrorBody } from '../../../contract/errors.ts'
import { otherSpelling } from '../../../contract/flavors.ts'
import { SessionPatch } from '../../../contract/session.ts'
import type { RouteEntry } from '../route.ts'
import { capitalised, ENDPOINT_NAMES, routeName } from './contract-names.ts'
import { RAW_ROUTES, type RouteDescription } from './raw-routes.ts'
import { refusalResponses, refusalsOf } from './refusals.ts'
import { DocumentSchemas, queryParameters } from './schemas.ts'

type Route = Pick<RouteEntry, 'method' | 'path' | 'endpoint'>

const DESCRIPTION = [
  'Answers and requests are JSON unless said otherwise; times are milliseconds since 1970.',
  'Clients ignore keys they do not know and branch on (status, code) of an error, never on its text.',
  'Where an agent does the work, 200 with `success: false` says that it could not.',
].join(' ')

/**
 * The OpenAPI 3.1 document of the routes given: one operation each, from the very endpoint that serves it.
 * @throws for a route that has neither an endpoint nor a description
 */
export function openApiDocument(routes: readonly Route[]): object {
  const schemas = new DocumentSchemas()
  const errors = schemas.refer(ErrorBody, 'ErrorBody')
  // The event stream names it in words only: readers refetch what they cannot read of it.
  schemas.refer(SessionPatch, 'SessionPatch')
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    paths[path][route.method.toLowerCase()] = operation(route, schemas)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Svc Hub client API', version: String(PROTOCOL_VERSION), description: DESCRIPTION },
    servers: [{ url: '/' }],
    security: [{ jwt: [] }],
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    components: {
      securitySchemes: { jwt: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      responses: {
        Error: { description: 'Refused or failed', content: json(errors) },
        ...refusalResponses(json(errors)),
      },
      schemas: schemas.components(),
    },
  }
}

function operation({ method, path, endpoint: served }: Route, schemas: DocumentSchemas): object {
  const described: RouteDescription = RAW_ROUTES[routeName(method, path)] ?? {}
  const endpoint = served ?? described.endpoint
  if (!endpoint && !described.content) throw new Error(`${method} ${path} is not described`)
  const name = described.name ?? nameOf(method, path)
  const description = descriptionOf(endpoint, described)
  const body = requestBody(endpoint, described, name, schemas)
  const query = endpoint?.query ?? described.query
  return {
    operationId: name,
    summary: sentenceOf(name),
    ...(description && { description }),
    tags: [tagOf(path)],
    ...(endpoint?.access === 'public' && { security: [] }),
    parameters: [...pathParameters(path), ...parametersOf(query)],
    ...(body && { requestBody: body }),
    responses: {
      ...successes(endpoint, described, name, schemas),
      ...refusalsOf({
        path,
        access: endpoint?.access ?? 'client',
        hasQuery: query !== undefined,
        hasBody: body !== undefined,
      }),
      default: { $ref: '#/components/responses/Error' },
    },
  }
}

function descriptionOf(endpoint: Endpoint | undefined, { description = '' }: RouteDescription): string {
  const owner = endpoint?.access === 'owner' ? 'Owner only: 403 outside the namespace `default`.' : ''
  return [description, owner].filter((part) => part !== '').join(' ')
}

function requestBody(
  endpoint: Endpoint | undefined,
  { requestContent }: RouteDescription,
  name: string,
  schemas: DocumentSchemas,
): object | undefined {
  const limit = endpoint && { 'x-limit-bytes': endpoint.bodyLimitBytes }
  if (requestContent) {
    const content = Object.entries(requestContent).map(([type, schema]) => [type, { schema }])
    return { required: true, ...limit, content: Object.fromEntries(content) }
  }
  if (!endpoint?.body) return undefined
  const schema = schemas.refer(endpoint.body, `${capitalised(name)}Body`)
  return { required: !endpoint.bodyOptional, ...limit, content: json(schema) }
}

function successes(
  endpoint: Endpoint | undefined,
  { content, statuses = [200] }: RouteDescription,
  name: string,
  schemas: DocumentSchemas,
): Record<string, object> {
  const fallback = `${capitalised(name)}Response`
  const entries = Object.entries(content ?? {}).map(([type, schema]) => [
    type,
    { schema: schema instanceof z.ZodType ? schemas.refer(schema, fallback) : schema },
  ])
  const answer =
    entries.length > 0 ? Object.fromEntries(entries) : json(responseOf(endpoint, fallback, schemas))
  return Object.fromEntries(statuses.map((status) => [status, { description: 'Done', content: answer }]))
}

const responseOf = (endpoint: Endpoint | undefined, fallback: string, schemas: DocumentSchemas): object =>
  endpoint ? schemas.refer(endpoint.response, fallback) : {}

const json = (schema: object) => ({ 'application/json': { schema } })

const parametersOf = (query: z.ZodType | undefined) => (query ? queryParameters(query) : [])

const pathParameters = (path: string): object[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', minLength: 1 },
  }))

/** `sendMessage` as `Send message`. */
const sentenceOf = (name: string) =>
  capitalised(name.replace(/[A-Z]+(?![a-z])|[A-Z]/g, (part) => ` ${part.toLowerCase()}`).trim())

/** As the contract calls it; a path in an agent's other spelling (ruling 1) says so, any other is spelled out. */
function nameOf(method: Method, path: string): string {
  const own = ENDPOINT_NAMES.get(routeName(method, path))
  if (own) return own
  const other = ENDPOINT_NAMES.get(routeName(method, otherSpelling(path)))
  if (other) return `${other}InOtherSpelling`
  const words = path.split(/[^a-zA-Z0-9]+/).map(capitalised)
  return method.toLowerCase() + words.join('')
}

/** The resource: `sessions` of `/api/sessions/:id`. */
const tagOf = (path: string) => path.split('/').filter((part) => part !== '' && part !== 'api')[0] ?? 'api'
