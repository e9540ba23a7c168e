import { expect, it } from 'vitest'
import { rotateAccessToken } from '../../contract/owner.ts'
import { listSessions } from '../../contract/session.ts'
import { makeJwt, nextTurn } from '../testing/factories.ts'
import { ManualClock } from '../testing/manual-clock.ts'
import { memoryCredentials } from './credentials.ts'
import { HubClient } from './hub-client.ts'

/** A hub that, like the real one, ends the old token before it answers a rotation. */
function createRotatingHub({ isFixed = false } = {}) {
  let token = 'old'
  let jwt = ''
  let answerRotation = () => {}
  const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
  const hubFetch: typeof fetch = async (input, init) => {
    const { pathname } = new URL(String(input))
    if (pathname === '/api/auth') {
      if (JSON.parse(String(init?.body)).accessToken !== token)
        return json({ error: 'Invalid access token' }, 401)
      jwt = makeJwt({ uid: 1, ns: 'default', iat: 0, exp: 14_400, token })
      return json({ token: jwt, user: { id: 1, firstName: 'A' } })
    }
    const headers = (init?.headers ?? {}) as Record<string, string>
    if (headers.authorization !== `Bearer ${jwt}`) return json({ error: 'Invalid token' }, 401)
    if (pathname !== '/api/access-token/rotate') return json({ sessions: [] })
    if (isFixed) return json({ error: 'fixed', code: 'token_fixed' }, 409)
    token = 'new'
    jwt = ''
    await new Promise<void>((resolve) => {
      answerRotation = resolve
    })
    return json({ accessToken: token })
  }
  const credentials = memoryCredentials('old')
  const client = new HubClient({
    baseUrl: 'http://hub',
    credentials,
    fetch: hubFetch,
    clock: new ManualClock(),
  })
  const signedOut: string[] = []
  client.onSignedOut(() => signedOut.push('signed out'))
  return { client, credentials, signedOut, answerRotation: () => answerRotation() }
}

it('stays signed in with the new token, and what was refused meanwhile waits for it', async () => {
  const { client, credentials, signedOut, answerRotation } = createRotatingHub()
  await client.token()
  const rotated = client.replaceAccessToken(rotateAccessToken)
  await Promise.resolve()
  const meanwhile = client.call(listSessions)
  await nextTurn()
  answerRotation()
  await rotated
  expect(await meanwhile).toEqual({ sessions: [] })
  expect({ stored: credentials.load(), signedOut }).toEqual({ stored: 'new', signedOut: [] })
})

it('changes nothing when the hub refuses', async () => {
  const { client, credentials, signedOut } = createRotatingHub({ isFixed: true })
  await expect(client.replaceAccessToken(rotateAccessToken)).rejects.toMatchObject({
    status: 409,
    code: 'token_fixed',
  })
  expect(await client.call(listSessions)).toEqual({ sessions: [] })
  expect({ stored: credentials.load(), signedOut }).toEqual({ stored: 'old', signedOut: [] })
})

it('does not bring back a token after the person signed out', async () => {
  const { client, credentials, answerRotation } = createRotatingHub()
  await client.token()
  const rotated = client.replaceAccessToken(rotateAccessToken)
  await nextTurn()
  client.signOut()
  answerRotation()
  await rotated
  expect(credentials.load()).toBeUndefined()
})
