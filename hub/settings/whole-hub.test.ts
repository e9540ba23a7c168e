import { afterEach, beforeEach, expect, it } from 'vitest'
import { updateHubSettings } from '../../contract/hub-settings.ts'
import { getStorageInfo } from '../../contract/storage.ts'
import { listTranscriptionProviders, updateVoiceCredentials } from '../../contract/voice.ts'
import { loadConfig } from '../config/config.ts'
import { TEST_TOKEN, TestHub } from '../testing/test-hub.ts'

let hub: TestHub
beforeEach(async () => {
  hub = await TestHub.start({ env: { GROQ_API_KEY: 'key' } })
})
afterEach(() => hub.close())

/** What a hub that starts now on the same folder is told. */
const nextStart = () => loadConfig({ env: { SVC_HOME: hub.config.home, CLI_API_TOKEN: TEST_TOKEN } })

async function announced(): Promise<boolean> {
  const response = await fetch(`${hub.origin}/cli/sessions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tag: crypto.randomUUID(), metadata: { path: '/w', host: 'h' } }),
  })
  return ((await response.json()) as { sessionSummaryContract: boolean }).sessionSummaryContract
}

it('tells the next agent of a changed setting, and remembers it', async () => {
  const owner = await hub.client()
  expect(await announced()).toBe(false)
  await owner.call(updateHubSettings, { body: { sessionSummaryContract: true } })
  expect(await announced()).toBe(true)
  await hub.restart()
  expect(await announced()).toBe(true)
  expect((await nextStart()).settings.sessionSummaryContract).toBe(true)
})

it('offers the speech services of the environment and of the settings, and remembers the latter', async () => {
  const owner = await hub.client()
  await owner.call(updateVoiceCredentials, { body: { deepgram: 'key-deepgram-1' } })
  const guest = await hub.client('guest')
  const { providers } = await guest.call(listTranscriptionProviders)
  expect(providers.map(({ id }) => id)).toEqual(['deepgram', 'groq'])
  expect((await nextStart()).settings.providerCredentials).toEqual({ deepgram: 'key-deepgram-1' })
})

it('tells the room its own database takes', async () => {
  const { path, totalBytes } = await (await hub.client()).call(getStorageInfo)
  expect(path).toBe(hub.config.databasePath)
  expect(totalBytes).toBeGreaterThan(0)
})
