import { z } from 'zod'

/** Milliseconds since 1970, as every `...At` field carries them. */
export const EpochMs = z.number()

/** A whole number in a query string; repeated, fractional and non-numeric values fail. */
export const QueryInteger = z
  .union([z.number(), z.string().regex(/^-?\d{1,16}$/)])
  .transform(Number)
  .pipe(z.int())

/** `true` or `false` in a query string. */
export const QueryBoolean = z
  .union([z.boolean(), z.enum(['true', 'false'])])
  .transform((value) => value === true || value === 'true')

export const Ok = z.object({ ok: z.literal(true) })
export type Ok = z.infer<typeof Ok>

export const EmptyBody = z.object({})

/** Answer of an RPC-wrapped endpoint whose agent could not do it (spec: RPC-wrapped endpoints). */
export const RpcFailure = z.object({ success: z.literal(false), error: z.string() })
export type RpcFailure = z.infer<typeof RpcFailure>
