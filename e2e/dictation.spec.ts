import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { test as base, expect, openSession } from './support/app.ts'
import { FakeSpeech } from './support/fake-speech.ts'
import { FlakyNetwork } from './support/flaky-network.ts'
import { type Product, startProduct } from './support/product.ts'

interface Spoken {
  product: Product
  /** Stands for OpenAI. */
  speech: FakeSpeech
  /** A service of one's own. */
  other: FakeSpeech
}

const test = base.extend<object, { spoken: Spoken }>({
  spoken: [
    async ({ browserName: _ }, use) => {
      const [speech, other] = [await FakeSpeech.start(), await FakeSpeech.start()]
      const product = await startProduct({
        OPENAI_API_KEY: 'key-of-openai',
        SVC_OPENAI_ORIGIN: speech.origin,
        TRANSCRIPTION_BASE_URL: `${other.origin}/own`,
        TRANSCRIPTION_MODEL: 'whisper-tiny',
      })
      try {
        await product.startMachine()
        await use({ product, speech, other })
      } finally {
        await product.stop()
        await speech.close()
        await other.close()
      }
    },
    { scope: 'worker' },
  ],
})

const messageField = (page: Page) => page.getByRole('textbox', { name: /^Message to/ })
const microphone = (page: Page) => page.getByRole('button', { name: 'Dictate', exact: true })
const panel = (page: Page) => page.getByRole('region', { name: 'Dictation' })

declare global {
  interface Window {
    openTracks: MediaStreamTrack[]
  }
}

/** How many microphones the page listens to. */
const openMicrophones = (page: Page) =>
  page.evaluate(() => window.openTracks.filter(({ readyState }) => readyState === 'live').length)

/** Opens a session of its own in a page that may, or may not, use the microphone. */
async function open(page: Page, { product }: Spoken, name: string, origin = product.origin): Promise<string> {
  await page.addInitScript(() => {
    const devices = navigator.mediaDevices
    const getUserMedia = devices.getUserMedia.bind(devices)
    window.openTracks = []
    devices.getUserMedia = async (constraints) => {
      const stream = await getUserMedia(constraints)
      window.openTracks.push(...stream.getTracks())
      return stream
    }
  })
  const id = await product.api.startSession(name)
  await page.goto(product.signInLink(origin))
  await openSession(page, name)
  return id
}
const allow = (page: Page) => page.context().grantPermissions(['microphone'])

/** Speaks for more than a second. */
async function speak(page: Page): Promise<void> {
  await microphone(page).click()
  await expect(microphone(page)).toHaveAttribute('aria-pressed', 'true')
  await expect(panel(page).getByRole('timer')).not.toHaveText('0:00')
}

const done = (page: Page) => panel(page).getByRole('button', { name: 'Done' })

test('what was said comes to the caret, and is not sent', async ({ page, spoken }) => {
  const { product, speech } = spoken
  speech.hear(' run the tests ')
  await allow(page)
  const id = await open(page, spoken, 'Dictated')
  const field = messageField(page)
  await field.fill('Please now')
  await field.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(6, 6))
  await speak(page)
  await expect(page.getByRole('status').filter({ hasText: 'Press Escape to discard it' })).toHaveCount(1)
  await done(page).click()
  await expect(field).toHaveValue('Please run the tests now')
  await expect(field).toBeFocused()
  expect(await field.evaluate((area: HTMLTextAreaElement) => area.selectionStart)).toBe(20)
  await expect(page.getByRole('status').filter({ hasText: 'The text is in your message' })).toHaveCount(1)
  await expect(panel(page)).toHaveCount(0)
  expect(await openMicrophones(page)).toBe(0)
  const { size, ...heard } = speech.heard.at(-1) ?? { size: 0 }
  expect(heard).toEqual({
    path: '/v1/audio/transcriptions',
    authorization: 'Bearer key-of-openai',
    model: 'gpt-transcribe',
    language: 'en',
    fileName: 'recording.webm',
    contentType: expect.stringMatching(/^audio\/webm/),
  })
  expect(size).toBeGreaterThan(1000)
  expect(await product.api.messages(id)).not.toContain('run the tests')
})

for (const [locale, language] of [
  ['zh-CN', 'zh'],
  ['de-DE', undefined],
] as const) {
  test.describe(`in a browser that speaks ${locale}`, () => {
    test.use({ locale })

    test(`the service is told ${language ?? 'no'} language`, async ({ page, spoken }) => {
      spoken.speech.hear('ok')
      await allow(page)
      await open(page, spoken, `Dictated in ${locale}`)
      const isChinese = language === 'zh'
      await page.getByRole('button', { name: isChinese ? '语音输入' : 'Dictate', exact: true }).click()
      const shown = page.getByRole('region', { name: isChinese ? '语音输入' : 'Dictation' })
      await expect(shown.getByRole('timer')).not.toHaveText('0:00')
      await shown.getByRole('button', { name: isChinese ? '完成' : 'Done' }).click()
      await expect(page.getByRole('textbox').last()).toHaveValue('ok')
      expect(spoken.speech.heard.at(-1)?.language).toBe(language)
    })
  })
}

test('it goes with the keyboard alone, and Escape discards', async ({ page, spoken }) => {
  const { speech } = spoken
  speech.hear('once more')
  await allow(page)
  await open(page, spoken, 'By keyboard')
  const before = speech.heard.length
  await microphone(page).press('Enter')
  await expect(panel(page).getByRole('timer')).not.toHaveText('0:00')
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
  await expect(messageField(page)).toBeFocused()
  expect([speech.heard.length, await openMicrophones(page)]).toEqual([before, 0])

  await microphone(page).press('Space')
  await expect(panel(page).getByRole('timer')).not.toHaveText('0:00')
  await microphone(page).press('Space')
  await expect(messageField(page)).toHaveValue('once more')
  await expect(messageField(page)).toBeFocused()
})

test('a page that may not use the microphone says so, and tries again', async ({ page, spoken }) => {
  spoken.speech.hear('now it works')
  await open(page, spoken, 'Not allowed')
  await microphone(page).click()
  await expect(panel(page).getByRole('alert')).toContainText('This page may not use the microphone.')
  await allow(page)
  await panel(page).getByRole('button', { name: 'Try again' }).click()
  await expect(panel(page).getByRole('timer')).not.toHaveText('0:00')
  await done(page).click()
  await expect(messageField(page)).toHaveValue('now it works')
})

for (const [problem, sentence] of [
  ['NotFoundError', 'No microphone was found.'],
  ['NotReadableError', 'perhaps another app uses it'],
] as const) {
  test(`a browser that answers ${problem} has its sentence`, async ({ page, spoken }) => {
    await open(page, spoken, `With ${problem}`)
    await page.evaluate((name) => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', name))
    }, problem)
    await microphone(page).click()
    await expect(panel(page).getByRole('alert')).toContainText(sentence)
    await panel(page).getByRole('button', { name: 'Close' }).click()
    await expect(panel(page)).toHaveCount(0)
    await expect(messageField(page)).toBeFocused()
  })
}

test('silence is not sent before somebody says so', async ({ page, spoken }) => {
  spoken.speech.hear('')
  await allow(page)
  await open(page, spoken, 'Silent')
  const before = spoken.speech.heard.length
  // A stream of which nobody ever hears a sound: what a muted microphone is.
  await page.evaluate(() => {
    const listen = navigator.mediaDevices.getUserMedia
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      const stream = await listen(constraints)
      for (const track of stream.getTracks()) track.enabled = false
      return stream
    }
  })
  await speak(page)
  await done(page).click()
  await expect(panel(page).getByRole('alert')).toContainText('Nothing can be heard in the recording.')
  expect(spoken.speech.heard).toHaveLength(before)
  await panel(page).getByRole('button', { name: 'Turn into text' }).click()
  await expect(panel(page).getByRole('alert')).toContainText('heard no words')
  expect(spoken.speech.heard).toHaveLength(before + 1)
})

test('a refused key keeps the recording for another service, which is remembered', async ({
  page,
  spoken,
}) => {
  const { speech, other } = spoken
  speech.answer = { status: 401, body: { error: { message: 'Incorrect API key' } } }
  other.hear('from the other one')
  await allow(page)
  await open(page, spoken, 'With another service')
  await speak(page)
  await done(page).click()
  await expect(panel(page).getByRole('alert')).toContainText('The dictation service refused its key.')
  await expect(panel(page).getByRole('alert')).toContainText(/Your recording \(0:0\d\) is kept\./)
  await panel(page).getByRole('button', { name: 'Dictation service: OpenAI' }).click()
  await page.getByRole('menuitemradio', { name: 'Other service' }).click()
  await panel(page).getByRole('button', { name: 'Try again' }).click()
  await expect(messageField(page)).toHaveValue('from the other one')
  expect(other.heard.at(-1)).toMatchObject({ path: '/own/audio/transcriptions', model: 'whisper-tiny' })

  await page.reload()
  await speak(page)
  await expect(panel(page).getByRole('button', { name: 'Dictation service: Other service' })).toBeVisible()
})

test('while the hub is away the recording is kept', async ({ page, spoken }) => {
  spoken.speech.hear('after all')
  await allow(page)
  const network = await FlakyNetwork.before(spoken.product.origin)
  try {
    await open(page, spoken, 'Without the hub', network.origin)
    await speak(page)
    await network.cut()
    await done(page).click()
    await expect(panel(page).getByRole('alert')).toContainText('The hub did not answer.')
    await network.restore()
    await panel(page).getByRole('button', { name: 'Try again' }).click()
    await expect(messageField(page)).toHaveValue('after all')
  } finally {
    await network.cut()
  }
})

test('whoever goes elsewhere is not listened to, and finds the recording again', async ({ page, spoken }) => {
  spoken.speech.hear('kept until now')
  await allow(page)
  await open(page, spoken, 'Left alone')
  await speak(page)
  await page.getByRole('tab', { name: 'Files' }).click()
  await expect.poll(() => openMicrophones(page)).toBe(0)
  await page.getByRole('tab', { name: 'Conversation' }).click()
  await panel(page).getByRole('button', { name: 'Turn into text' }).click()
  await expect(messageField(page)).toHaveValue('kept until now')

  await speak(page)
  await page.evaluate(() => window.history.pushState(null, '', '/'))
  await page.evaluate(() => window.dispatchEvent(new PopStateEvent('popstate')))
  await expect(microphone(page)).toHaveCount(0)
  await expect.poll(() => openMicrophones(page)).toBe(0)
  await openSession(page, 'Left alone')
  await expect(panel(page)).toContainText(/Your recording \(0:0\d\) is kept\./)
  await panel(page).getByRole('button', { name: 'Discard the recording' }).click()
  await expect(panel(page)).toHaveCount(0)
})

test('without a service there is nothing to dictate with', async ({ page, app }) => {
  await app.api.startSession('Without a service')
  const asked = page.waitForResponse(/\/api\/voice\/transcription\/providers$/)
  await page.goto(app.signInLink())
  await openSession(page, 'Without a service')
  expect(await (await asked).json()).toEqual({ providers: [] })
  await expect(messageField(page)).toBeVisible()
  await expect(microphone(page)).toHaveCount(0)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } })

    test('axe finds nothing wrong with it', async ({ page, spoken }) => {
      spoken.speech.answer = { status: 500, body: {} }
      await allow(page)
      await open(page, spoken, `Dictated in the ${colorScheme}`)
      const violations = async () => {
        const { violations: found } = await new AxeBuilder({ page })
          .include('[aria-label="Write a message"]')
          .analyze()
        return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
      }
      await speak(page)
      expect(await violations()).toEqual([])
      await done(page).click()
      await panel(page).getByRole('alert').waitFor()
      expect(await violations()).toEqual([])
    })
  })
}
