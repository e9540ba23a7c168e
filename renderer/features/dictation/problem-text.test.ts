import { createInstance, type TFunction } from 'i18next'
import { expect, it } from 'vitest'
import { ClientError } from '../../client/client-error.ts'
import { firstTexts } from '../../i18n/first-texts.ts'
import { firstTextsZh } from '../../i18n/first-texts-zh.ts'
import { sessionTexts } from '../../i18n/session-texts.ts'
import { sessionTextsZh } from '../../i18n/session-texts-zh.ts'
import type { DictationProblem } from './dictation.ts'
import { problemText } from './problem-text.ts'

function speaker(texts: object): TFunction {
  const words = createInstance()
  const resources = { en: { translation: texts } }
  void words.init({ lng: 'en', resources, initAsync: false, interpolation: { escapeValue: false } })
  return words.t
}
const english = speaker({ ...firstTexts, ...sessionTexts })
const chinese = speaker({ ...firstTextsZh, ...sessionTextsZh })

const refused = (status: number, error?: string): DictationProblem => ({
  error: new ClientError(status, error === undefined ? '<html>' : { error }),
})
const service = (what: string) => refused(502, `The speech service OpenAI ${what}`)

it.each<[DictationProblem, RegExp]>([
  ['blocked', /may not use the microphone/],
  ['missing', /No microphone/],
  ['busy', /another app/],
  ['broken', /another browser/],
  ['short', /Nothing was recorded/],
  ['silent', /switched on/],
  ['lost', /disconnected/],
  ['nothingHeard', /no words/],
  ['late', /took too long/],
  [service('refused its key'), /key.*Settings/],
  [service('is not at its address, or lacks its model'), /address and model/],
  [service('did not take the recording'), /could not use the recording/],
  [service('takes no recording as large as this'), /shorter pieces/],
  [service('takes no more for now'), /credit/],
  [service('took too long'), /took too long/],
  [service('could not be used'), /does not answer as it should/],
  [refused(400, 'This transcription provider is not configured'), /not set up.*Settings/],
  [refused(413, 'Audio file too large'), /too large for the hub/],
  [refused(0), /hub did not answer/],
  [refused(502), /hub did not answer/],
  [refused(503), /hub did not answer/],
  [refused(500), /Something went wrong/],
])('says what to do about %j', (problem, sentence) => {
  expect(problemText(english, problem)).toMatch(sentence)
  expect(problemText(english, problem)).not.toMatch(/agent| said: |\{\{/)
  expect(problemText(chinese, problem)).toMatch(/^[^a-zA-Z{]*\p{Script=Han}/u)
})
