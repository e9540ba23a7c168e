import { afterEach, expect, it } from 'vitest'
import { getPushDiagnostics } from '../../contract/owner.ts'
import { HubScene } from '../testing/hub-scene.ts'

let scene: HubScene
afterEach(async () => {
  await scene.close()
  delete process.env.SVC_PUSH_GATEWAY_ORIGIN
})

const said = async (wanted: string) => {
  const { diagnostics } = await scene.api.call(getPushDiagnostics)
  return diagnostics.filter(({ channel }) => channel === wanted)
}

it.each(['localhost', 'localhost:1', 'ftp://x.example'])(
  'a hub whose gateway is to be at %s starts without it, and says so without the send key',
  async (origin) => {
    process.env.SVC_PUSH_GATEWAY_ORIGIN = origin
    scene = await HubScene.open({ settings: { pushGatewaySendKey: 'SEND-KEY' } })
    expect(await said('gateway')).toEqual([
      {
        channel: 'gateway',
        isProblem: true,
        message:
          'The push gateway is off: the environment variable SVC_PUSH_GATEWAY_ORIGIN must be an http:// or https:// address.',
      },
    ])
    expect(scene.log.text).toContain('SVC_PUSH_GATEWAY_ORIGIN')
    expect(scene.log.text).not.toContain('SEND-KEY')
  },
)

it('a hub that cannot open keys the desktop app sealed starts without their channels, and says so', async () => {
  const sealed = 'sealed:v1:AAAA'
  scene = await HubScene.open({ env: { MESSAGING_BOT_TOKEN: sealed, PUSH_GATEWAY_SENDKEY: sealed } })
  for (const [channel, variable] of [
    ['bot', 'MESSAGING_BOT_TOKEN'],
    ['gateway', 'PUSH_GATEWAY_SENDKEY'],
  ] as const) {
    expect(await said(channel)).toEqual([
      { channel, isProblem: true, message: expect.stringContaining(`set ${variable}, or enter it again`) },
    ])
  }
})
