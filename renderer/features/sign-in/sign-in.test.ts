import { describe, expect, it } from 'vitest'
import { ClientError } from '../../client/client-error.ts'
import type { HubClient } from '../../client/hub-client.ts'
import { signIn } from './sign-in.ts'

type Client = Pick<HubClient, 'call' | 'signIn'>

function hubThat({ protocolVersion = 1, healthError = 0, authError = 0 }): Client & { codes: string[] } {
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
      if (authError) throw new ClientError(authError, { error: 'no' })
      return { user: { id: 1, firstName: 'Owner' } }
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
