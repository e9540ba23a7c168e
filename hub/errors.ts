import { ERROR_TEXTS } from '../contract/error-texts.ts'
import type { CliErrorCode, ErrorCode } from '../contract/errors.ts'

export interface HubErrorDetails {
  code?: ErrorCode | CliErrorCode | undefined
  /** A code in an agent's own words, which is passed on as it is. */
  agentCode?: string | undefined
  issues?: unknown
  /** Context fields some bodies add, such as `count` and `limit` or `missing`. */
  details?: Record<string, unknown>
}

/** An expected failure that an edge answers as `{ error, code?, issues?, ...details }` (spec: Errors). */
export class HubError extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly issues: unknown
  readonly details: Record<string, unknown>

  constructor(status: number, message: string, extra: HubErrorDetails = {}) {
    super(message)
    this.name = 'HubError'
    this.status = status
    this.code = extra.code ?? extra.agentCode
    this.issues = extra.issues
    this.details = extra.details ?? {}
  }
}

/** The CLI or runner a call was meant for has no such handler or is not connected. */
export class AgentUnreachable extends Error {
  /** It went away during the call: it may have done what it was asked, or not. */
  readonly wasAsked: boolean

  constructor(message: string, { wasAsked = false } = {}) {
    super(message)
    this.name = 'AgentUnreachable'
    this.wasAsked = wasAsked
  }
}

/** The CLI or runner was reached and answered with an error, or did not answer in time. */
export class AgentFailed extends Error {
  /** False: the call was never made. */
  readonly wasAsked: boolean

  constructor(message: string, { wasAsked = true } = {}) {
    super(message)
    this.name = 'AgentFailed'
    this.wasAsked = wasAsked
  }
}

export const sessionNotFound = () => new HubError(404, 'Session not found')
export const sessionAccessDenied = () => new HubError(403, 'Session access denied')
export const sessionInactive = () =>
  new HubError(409, ERROR_TEXTS.sessionInactive, { code: 'session_inactive' })
export const machineNotFound = (code?: ErrorCode) => new HubError(404, 'Machine not found', { code })
export const machineAccessDenied = (code?: ErrorCode) => new HubError(403, 'Machine access denied', { code })
export const noMachineOnline = () =>
  new HubError(503, ERROR_TEXTS.noMachineOnline, { code: 'no_machine_online' })
/** A write that lost to another of the same moment. */
export const changedMeanwhile = (code?: ErrorCode) =>
  new HubError(409, ERROR_TEXTS.changedMeanwhile, { code })
export const requestNotFound = () => new HubError(404, 'Request not found')
export const subscriptionNotFound = () => new HubError(404, 'Subscription not found')
/** The hub's subsystems are not up, or no more. */
export const notConnected = () => new HubError(503, 'Not connected')
export const ownerOnly = () => new HubError(403, 'Only the owner of this hub may do that')
export const invalidBody = (issues?: unknown, message: string = ERROR_TEXTS.invalidBody) =>
  new HubError(400, message, { issues })
export const invalidQuery = (issues?: unknown, message: string = ERROR_TEXTS.invalidQuery) =>
  new HubError(400, message, { issues })
