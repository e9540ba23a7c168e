import { setCopilotAgentMode } from '../../contract/configuration.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { EVENTS_PATH } from '../../contract/events.ts'
import { otherSpelling } from '../../contract/flavors.ts'
import { CONTRACT_ENDPOINTS, routeName } from '../http/openapi/contract-names.ts'

/**
 * Every route the contract declares, once, and again under its agent's other name (ruling 1), so that tests
 * over all routes do not miss a new one. The event stream alone is not declared: it answers no JSON.
 */
export const ENDPOINTS: readonly Endpoint[] = [
  ...new Map(
    [...CONTRACT_ENDPOINTS.values()]
      .flatMap((endpoint) => [endpoint, ...inOtherSpelling(endpoint)])
      .map((endpoint) => [nameOf(endpoint), endpoint]),
  ).values(),
]

/** The setting is called `copilotAgentMode` on the wire, whatever its agent is called. */
function inOtherSpelling(endpoint: Endpoint): Endpoint[] {
  if (endpoint.path === setCopilotAgentMode.path) return []
  return [{ ...endpoint, path: otherSpelling(endpoint.path) }]
}

export const EVENT_STREAM = routeName('GET', EVENTS_PATH)

export function nameOf({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  return routeName(method, path)
}

/** The endpoint's path with its first parameter (the session or machine) and the others filled in. */
export function pathOf({ path }: Pick<Endpoint, 'path'>, id: string, rest = 'x'): string {
  return path.replace('/:id', `/${encodeURIComponent(id)}`).replace(/:\w+/g, encodeURIComponent(rest))
}

/** Fields that mean the same in every body that has them. */
const FIELDS = {
  name: 'n',
  displayName: 'n',
  text: 't',
  localId: 'l',
  localIds: ['x'],
  messageLocalId: 'x',
  directory: '/w',
  path: '/',
  paths: ['/'],
  filename: 'f',
  content: '',
  mimeType: 'text/plain',
  model: 'm',
  effort: 'high',
  modelReasoningEffort: 'high',
  serviceTier: 'fast',
  planId: 'p',
  token: 't',
  subscriptionId: 'x',
  visibility: 'visible',
  accessToken: 'x',
  initData: 'x',
  endpoint: 'https://push.example/x',
  keys: { p256dh: 'k', auth: 'a' },
}

/** Bodies whose fields mean something else, or that take no others. */
const BODIES: Readonly<Record<string, object>> = {
  'PUT /api/sessions/:id/pin': { mode: 'global' },
  'POST /api/sessions/:id/permission-mode': { mode: 'plan' },
  'POST /api/sessions/:id/collaboration-mode': { mode: 'plan' },
  'POST /api/sessions/:id/copilot-agent-mode': { mode: 'plan' },
  'POST /api/devices/register': { platform: 'phone', deviceId: 'd', token: 't' },
  'PUT /api/hub-settings': { sessionSummaryContract: true },
  'PUT /api/voice/transcription/credentials': { openai: 'k' },
  'PUT /api/owner/service-keys': { messagingBotToken: 'k' },
  'PUT /api/owner/network': { publicUrl: null },
  'PUT /api/owner/push-transports': { iosPushRelayUrl: null },
}

/** A body the endpoint takes, so that only what a test is about can be wrong; undefined where there is none. */
export function bodyFor(endpoint: Endpoint): object | undefined {
  return endpoint.body && (BODIES[nameOf(endpoint)] ?? FIELDS)
}

/** A query every endpoint takes: a path, and the folder that some machine catalogs ask for. */
export const ANY_QUERY = '?path=a&cwd=%2Fw'
