import type { Context, Middleware } from 'koa'
import { ERROR_TEXTS } from '../../../contract/error-texts.ts'
import { databaseFailure } from '../../backups/storage-failures.ts'
import { AgentFailed, AgentUnreachable, HubError, invalidBody } from '../../errors.ts'
import type { Log } from '../../log.ts'
import { MalformedBody } from '../body.ts'

/**
 * The only place that turns an error into a body `{ error, code?, issues?, ...details }` (spec: Errors).
 * What nobody expected is logged with its stack and answered 500 without any of it.
 */
export function handleErrors(log: Log): Middleware {
  return async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      const known = expected(error)
      if (!known) {
        log.error('A request failed unexpectedly', { method: ctx.method, path: ctx.path, error })
      }
      if (ctx.res.headersSent) ctx.res.destroy()
      else answer(ctx, known ?? new HubError(500, ERROR_TEXTS.internal))
    }
  }
}

function expected(error: unknown): HubError | undefined {
  if (error instanceof HubError) return error
  if (error instanceof MalformedBody) return invalidBody()
  // A route that did not say what an absent agent means for it: still never a 500 (ruling 14).
  if (error instanceof AgentUnreachable)
    return new HubError(503, error.message, { code: 'rpc_target_missing' })
  if (error instanceof AgentFailed) return new HubError(409, error.message)
  return databaseFailure(error)
}

function answer(ctx: Context, { status, message, code, issues, details }: HubError): void {
  ctx.status = status
  ctx.response.set('Content-Type', 'application/json; charset=utf-8')
  ctx.body = JSON.stringify({ ...details, error: message, code, issues })
}
