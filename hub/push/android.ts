import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { SignJWT } from 'jose'
import { z } from 'zod'
import type { PushPayload } from '../../contract/push.ts'
import type { Clock } from '../clock.ts'
import type { DeviceRecord } from '../store/devices.ts'
import { type PostReply, post, postJson } from './post.ts'
import { ACCEPTED, type Outcome, plainCode, rejected, SendFailed, type Transport } from './transport.ts'

export const FCM_ORIGIN = 'https://fcm.googleapis.com'
const TOKEN_URL = 'https://oauth2.googleapis.com/token'
const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'
const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const ASSERTION_LIFETIME_SECONDS = 3600
/** An access token is renewed this long before it ends. */
const RENEW_BEFORE_MS = 60_000

const AccountFile = z.object({
  project_id: z.string().min(1),
  client_email: z.string().min(1),
  private_key: z.string().min(1),
  token_uri: z.url({ protocol: /^https?$/ }).default(TOKEN_URL),
})

export interface ServiceAccount {
  projectId: string
  clientEmail: string
  privateKey: KeyObject
  tokenUrl: string
}

/**
 * Reads the provider's service-account file.
 * @throws Error whose message completes the sentence "the file ..."
 */
export function readServiceAccount(path: string): ServiceAccount {
  let content: unknown
  try {
    content = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new Error(error instanceof SyntaxError ? 'is not JSON' : 'cannot be read', { cause: error })
  }
  const { data, error } = AccountFile.safeParse(content)
  if (!data) {
    const fields = error.issues.map(({ path: field }) => field.join('.')).filter((field) => field !== '')
    throw new Error(`is not a service account${fields.length > 0 ? `: see its ${fields.join(', ')}` : ''}`)
  }
  return {
    projectId: data.project_id,
    clientEmail: data.client_email,
    privateKey: readKey(data.private_key),
    tokenUrl: data.token_uri,
  }
}

function readKey(pem: string): KeyObject {
  let key: KeyObject | undefined
  try {
    key = createPrivateKey(pem)
  } catch {
    // Said below, like a key of another kind; the system's words could repeat parts of it.
  }
  if (key?.asymmetricKeyType !== 'rsa') throw new Error('has a private_key that is not an RSA key')
  return key
}

/**
 * Sends to phones and watches by FCM's HTTP v1 interface with the operator's own project (spec: Android
 * delivery 1; reference: Direct Android). The content is readable for the provider.
 * @param origin takes the place of both provider hosts
 */
export function androidDirectTransport(
  account: ServiceAccount,
  { clock, origin }: { clock: Clock; origin: string | undefined },
): Transport {
  const { projectId } = account
  const target = new URL(`/v1/projects/${encodeURIComponent(projectId)}/messages:send`, origin ?? FCM_ORIGIN)
  const tokenUrl = origin === undefined ? account.tokenUrl : new URL('/token', origin).href
  const tokens = new AccessTokenSource({ ...account, tokenUrl }, clock)
  return {
    name: 'android-direct',
    async send(device, payload, signal) {
      const authorization = `Bearer ${await tokens.get(signal)}`
      const message = messageFor(device, payload)
      const reply = await postJson(target, { message }, { headers: { authorization }, signal })
      if (reply.status === 401) tokens.forget()
      return outcomeOf(reply)
    },
    close() {},
  }
}

function messageFor({ platform, token }: DeviceRecord, payload: PushPayload): object {
  const present = Object.entries(payload).filter(([, value]) => value !== undefined)
  return {
    token,
    data: Object.fromEntries(present.map(([key, value]) => [key, String(value)])),
    android: { priority: 'HIGH', ...(platform === 'wear' && { direct_boot_ok: true }) },
  }
}

const Failure = z.object({
  error: z.object({
    status: z.string().optional(),
    details: z.array(z.looseObject({ errorCode: z.unknown() })).optional(),
  }),
})

function outcomeOf({ status, body }: PostReply): Outcome {
  if (status === 200) return ACCEPTED
  const error = Failure.safeParse(body).data?.error
  const word = error?.details?.find(({ errorCode }) => typeof errorCode === 'string')?.errorCode
  return rejected(plainCode(status, word ?? error?.status))
}

const Grant = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })

/** The provider's access token, asked for once for all sends that need one. */
class AccessTokenSource {
  readonly #account: ServiceAccount
  readonly #clock: Clock
  #token: { text: string; renewAt: number } | undefined
  #asking: Promise<string> | undefined

  constructor(account: ServiceAccount, clock: Clock) {
    this.#account = account
    this.#clock = clock
  }

  /** @throws SendFailed when the provider refuses the account, else the network's error */
  async get(signal: AbortSignal): Promise<string> {
    if (this.#token && this.#clock.now() < this.#token.renewAt) return this.#token.text
    this.#asking ??= this.#ask(signal).finally(() => {
      this.#asking = undefined
    })
    return this.#asking
  }

  forget(): void {
    this.#token = undefined
  }

  async #ask(signal: AbortSignal): Promise<string> {
    const { tokenUrl } = this.#account
    const form = new URLSearchParams({ grant_type: GRANT_TYPE, assertion: await this.#assertion() })
    const { status, body } = await post(tokenUrl, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
      signal,
    })
    const grant = Grant.safeParse(body).data
    if (status !== 200 || !grant) {
      throw new SendFailed(plainCode(`auth ${status}`, (body as { error?: unknown } | undefined)?.error))
    }
    const renewAt = this.#clock.now() + grant.expires_in * 1000 - RENEW_BEFORE_MS
    this.#token = { text: grant.access_token, renewAt }
    return grant.access_token
  }

  #assertion(): Promise<string> {
    const { clientEmail, tokenUrl, privateKey } = this.#account
    const now = Math.floor(this.#clock.now() / 1000)
    return new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(clientEmail)
      .setAudience(tokenUrl)
      .setIssuedAt(now)
      .setExpirationTime(now + ASSERTION_LIFETIME_SECONDS)
      .sign(privateKey)
  }
}
