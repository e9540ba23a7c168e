import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { PermissionAnswers } from './session.ts'
import { Ok } from './wire.ts'

export const PermissionDecision = z.enum(['approved', 'approved_for_session', 'denied', 'abort'])
export type PermissionDecision = z.infer<typeof PermissionDecision>

export const ApproveBody = z.object({
  mode: z.string().min(1).optional(),
  allowTools: z.array(z.string()).optional(),
  decision: PermissionDecision.optional(),
  answers: PermissionAnswers.optional(),
})
export type ApproveBody = z.infer<typeof ApproveBody>

export const DenyBody = z.object({ decision: PermissionDecision.optional() })
export type DenyBody = z.infer<typeof DenyBody>

/** Submits a candidate decision; the agent moves the request to `completedRequests` (spec: Permissions). */
export const approvePermission = endpoint('POST', '/api/sessions/:id/permissions/:requestId/approve', {
  body: ApproveBody,
  bodyOptional: true,
  response: Ok,
})
export const denyPermission = endpoint('POST', '/api/sessions/:id/permissions/:requestId/deny', {
  body: DenyBody,
  bodyOptional: true,
  response: Ok,
})
