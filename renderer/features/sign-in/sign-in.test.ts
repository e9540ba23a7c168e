import { describe, expect, it } from 'vitest'
import { ClientError } from '../../client/client-error.ts'
import type { HubClient } from '../../client/hub-client.ts'
import { bindAccount, signIn, signInByMiniApp } from './sign-in.ts'

type Client = Pick<HubClient, 'call' | 'signIn' | 'signInByMiniApp'>

function hubThat({
  protocolVersion = 1,
  healthError = 0,
  authError = 0,
  error = 'no',
}): Client & { codes: string[] } {
  const codes: string[] = []
  const call = async () => {
    if (healthError) throw new ClientError(healthError === -1 ? 0 : healthError, undefined)
    return { status: 'ok', protocolVersion, capabilities: {} }
  }
  return {
    codes,
    call: call as unknown as Client['call'],
    signIn: async (code) => {
      codes.push(code)
      if (authError) throw new ClientError(authError, { error })
      return { user: { id: 1, firstName: 'Owner' } }
    },
    signInByMiniApp: async (initData) => {
      codes.push(initData)
      if (authError) throw new ClientError(authError === -1 ? 0 : authError, { error })
    },
  }
}

describe('signIn', () => {
  it('passes the code on unchanged', async () => {
    const hub = hubThat({})
    expect(await signIn(hub, ' code:team ')).toBeUndefined()
    expect(hub.codes).toEqual([' code:team '])
  })

  it.each([
    [{ authError: 401 }, 'wrong-code'],
    [{ authError: 429 }, 'too-many'],
    [{ authError: 403 }, 'failed'],
    [{ healthError: -1 }, 'unreachable'],
    [{ healthError: 502 }, 'unreachable'],
    [{ healthError: 404 }, 'failed'],
  ] as const)('tells %j as %s', async (hub, problem) => {
    expect(await signIn(hubThat(hub), 'code')).toBe(problem)
  })

  it('does not send the code to a hub of another protocol version', async () => {
    const hub = hubThat({ protocolVersion: 2 })
    expect(await signIn(hub, 'code')).toBe('version')
    expect(hub.codes).toEqual([])
  })
})

describe('signInByMiniApp', () => {
  it('passes on unchanged what the messaging client gave', async () => {
    const hub = hubThat({})
    expect(await signInByMiniApp(hub, 'user=%7B%7D&hash=a')).toBeUndefined()
    expect(hub.codes).toEqual(['user=%7B%7D&hash=a'])
  })

  it.each([
    [{ authError: 401, error: 'not_bound' }, 'not-bound'],
    [{ authError: 401, error: 'initData is too old' }, 'mini-app-ended'],
    [{ authError: 401, error: 'Invalid initData signature' }, 'mini-app-ended'],
    [{ authError: 503 }, 'mini-app-off'],
    [{ authError: -1 }, 'unreachable'],
    [{ authError: 502 }, 'unreachable'],
    [{ authError: 400 }, 'failed'],
    [{ healthError: 503 }, 'unreachable'],
    [{ protocolVersion: 2 }, 'version'],
  ] as const)('tells %j as %s', async (hub, problem) => {
    expect(await signInByMiniApp(hubThat(hub), 'data')).toBe(problem)
  })
})

it('says whether an account was connected', async () => {
  const body = { initData: 'data', accessToken: 'code' }
  expect(await bindAccount(hubThat({}), body)).toBe(true)
  expect(await bindAccount(hubThat({ healthError: 409 }), body)).toBe(false)
})
