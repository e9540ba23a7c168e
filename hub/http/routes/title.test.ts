import { afterEach, beforeEach, expect, it } from 'vitest'
import { getHealth } from '../../../contract/auth.ts'
import { suggestTitle } from '../../../contract/title.ts'
import { HubScene } from '../../testing/hub-scene.ts'
import { FakeTitleProvider } from '../../testing/title-provider.ts'

let provider: FakeTitleProvider
let scene: HubScene

beforeEach(async () => {
  provider = await FakeTitleProvider.start()
})
afterEach(async () => {
  await scene.close()
  await provider.close()
})

const open = async (env?: Record<string, string>) => {
  scene = await HubScene.open(env ? { env } : {})
}
const configured = () => ({
  SVC_TITLE_PROVIDER_BASE_URL: provider.baseUrl,
  SVC_TITLE_PROVIDER_API_KEY: 'key',
  SVC_TITLE_PROVIDER_MODEL: 'small',
  SVC_TITLE_SUGGESTION_RATE_LIMIT: '1',
})
const ask = (id: string, body?: unknown) => scene.raw('POST', `/api/sessions/${id}/title-suggestion`, body)

it('suggests a title, whatever the body, and changes nothing', async () => {
  await open(configured())
  const agent = await scene.session()
  await agent.say('I fixed the roof')
  provider.says('Roof fixed')
  const before = await scene.detail(agent.id)
  expect(await ask(agent.id, 'no JSON')).toEqual({ status: 200, body: { title: 'Roof fixed' } })
  expect(await scene.detail(agent.id)).toEqual(before)
})

it('says in its health whether it can', async () => {
  await open(configured())
  const on = (await scene.api.call(getHealth)).capabilities.titleSuggestion
  await scene.close()
  await open()
  expect([on, (await scene.api.call(getHealth)).capabilities.titleSuggestion]).toEqual([true, false])
})

it('is a 503 without a provider', async () => {
  await open()
  expect(await ask(await scene.asleep())).toEqual({ status: 503, body: { error: expect.any(String) } })
})

it('is a 422, a 429 and a 502 with their texts alone', async () => {
  await open(configured())
  const silent = await scene.asleep()
  const agent = await scene.session()
  await agent.say('hello')
  provider.answer = () => ({ status: 500, body: '' })
  const answers = [await ask(silent), await ask(agent.id), await ask(agent.id)]
  expect(answers).toEqual([422, 502, 429].map((status) => ({ status, body: { error: expect.any(String) } })))
})

it('is served as the contract says', async () => {
  await open(configured())
  const agent = await scene.session()
  await agent.say('hello')
  expect(await scene.api.call(suggestTitle, { params: { id: agent.id } })).toEqual({ title: 'A title' })
})
