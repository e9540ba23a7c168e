import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Ok } from './wire.ts'

/** Length of a device's key, in bytes (spec: Limits). */
export const PUSH_KEY_BYTES = 32
export const DEVICE_ID_MAX_CHARACTERS = 128
/** Far above any provider's tokens. */
export const PUSH_TOKEN_MAX_CHARACTERS = 4096
/** Devices kept for each namespace; the one that registered longest ago makes room. */
export const DEVICES_PER_NAMESPACE = 100

/** `wear` does not imply that a wear app exists. */
export const DevicePlatform = z.enum(['phone', 'wear', 'ios'])
export type DevicePlatform = z.infer<typeof DevicePlatform>

/** Chosen by the client, the same for all registrations of one install; characters are code points. */
const deviceId = z
  .string()
  .min(1)
  .refine((id) => [...id].length <= DEVICE_ID_MAX_CHARACTERS, {
    error: `Too big: expected string to have <=${DEVICE_ID_MAX_CHARACTERS} characters`,
  })

const token = z.string().min(1).max(PUSH_TOKEN_MAX_CHARACTERS)

/** Two digits for each byte. */
const hexToken = token.regex(/^([0-9a-fA-F]{2})+$/, { error: 'Invalid token: expected hexadecimal bytes' })

/** Standard base64 of exactly 32 bytes; the padding may be missing (ruling 7). */
const pushKey = z.string().regex(/^[A-Za-z0-9+/]{43}=?$/, {
  error: `Invalid pushKey: expected base64 of exactly ${PUSH_KEY_BYTES} bytes`,
})

/** Body of a registration (spec: Device registration record); a key means nothing to `wear`. */
export const RegisterDeviceBody = z.discriminatedUnion('platform', [
  z.object({ platform: z.literal('phone'), deviceId, token, pushKey: pushKey.nullish() }),
  z.object({ platform: z.literal('wear'), deviceId, token }),
  z.object({ platform: z.literal('ios'), deviceId, token: hexToken, pushKey }),
])
export type RegisterDeviceBody = z.infer<typeof RegisterDeviceBody>

/** Stores the device under (namespace, deviceId, platform), replacing what was stored there. */
export const registerDevice = endpoint('POST', '/api/devices/register', {
  body: RegisterDeviceBody,
  response: Ok,
  bodyLimitBytes: 64 * 1024,
})

/** Forgets the device of the caller's namespace that has this token; ok also when there is none. */
export const unregisterDevice = endpoint('DELETE', '/api/devices/register', {
  body: z.object({ token: z.string().min(1) }),
  response: Ok,
  bodyLimitBytes: 64 * 1024,
})
