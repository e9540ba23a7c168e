import { createInstance, type TFunction } from 'i18next'
import { describe, expect, it } from 'vitest'
import { ERROR_TEXTS, type ErrorTextName, errorText } from '../../../contract/error-texts.ts'
import { ERROR_CODES } from '../../../contract/errors.ts'
import { ClientError } from '../../client/client-error.ts'
import { enFailures } from '../../i18n/en-failures.ts'
import { firstTexts } from '../../i18n/first-texts.ts'
import { firstTextsZh } from '../../i18n/first-texts-zh.ts'
import { SENTENCE_OF_CODE, SENTENCE_OF_TEXT } from './failure-sentences.ts'
import { failureText, reasonText } from './failure-text.ts'

function speaker(lng: 'en' | 'zh-CN'): TFunction {
  const words = createInstance()
  const resources = { en: { translation: firstTexts }, 'zh-CN': { translation: firstTextsZh } }
  void words.init({ lng, resources, initAsync: false, interpolation: { escapeValue: false } })
  return words.t
}
const [english, chinese] = [speaker('en'), speaker('zh-CN')]

/** Words of nobody's list, as of an agent. */
const FOREIGN = 'Frobnication failed'
const NAMES = Object.keys(ERROR_TEXTS) as ErrorTextName[]
const STATUSES = [200, 400, 409, 422, 500]

const both = (status: number, body: unknown) =>
  [english, chinese].map((t) => failureText(t, new ClientError(status, body)))
const said = (reason: string) => both(409, { error: reason })

describe.each(ERROR_CODES)('the code %s', (code) => {
  it('has a sentence in both languages, without the hub’s own words', () => {
    const [en, zh] = both(409, { error: FOREIGN, code })
    expect(en).not.toMatch(/Frobnication|Something went wrong|\{\{/)
    expect(zh).toMatch(/^[^\n]*\p{Script=Han}/u)
    expect(zh).not.toMatch(/Frobnication|出了点问题|\{\{/)
  })
})

describe.each(NAMES)('the text %s', (name) => {
  const text = errorText(name, 'x')

  it.each(STATUSES)('has a sentence in both languages when answered with %i', (status) => {
    const [en, zh] = both(status, { error: text })
    expect(en).not.toMatch(/ said: |Something went wrong|\{\{/)
    expect(zh).toMatch(/\p{Script=Han}/u)
    expect(zh).not.toContain(text)
    expect(zh).not.toMatch(/说明：|出了点问题|\{\{/)
  })
})

it.each([
  [0, undefined, '中枢没有回应。请检查网络连接，然后重试。'],
  [403, { error: 'Session access denied' }, '你没有权限这样做。'],
  [404, { error: 'Scratchlist entry not found' }, '它已经不在了，也许之前已经答复过。'],
  [413, { error: 'File too large (max 50MB)' }, '内容太大，无法发送。'],
  [422, { error: 'Session metadata is incomplete' }, '这个会话无法重新打开。请在同一个文件夹里新建会话。'],
  [429, { error: 'Too many' }, '操作太频繁了。请等一分钟再试。'],
  [503, { error: 'Not connected' }, '智能体暂时没有回应。请重试。'],
  [500, '<html>', '出了点问题，请重试。'],
  [200, { error: '' }, '出了点问题，请重试。'],
  // Nobody but the agent knows what it means.
  [200, { error: FOREIGN }, `没有成功。智能体所在电脑的说明：${FOREIGN}`],
  [409, { error: FOREIGN }, `没有成功。中枢的说明：${FOREIGN}`],
])('%i with %j is told by its status, or as it came', (status, body, words) => {
  expect(both(status, body)[1]).toBe(words)
})

it('says in the language of the page why an agent did not take an answer', () => {
  const refused = (reason: string) => errorText('decisionRefused', reason)
  expect([said(refused(ERROR_TEXTS.agentBusy)), said(refused(FOREIGN))]).toEqual([
    [
      'The agent did not take your answer. Too much waits for the agent at the moment. Try again later.',
      '智能体没有接受你的回答。等待智能体处理的事情太多。请稍后再试。',
    ],
    [`The agent did not take your answer. ${FOREIGN}`, `智能体没有接受你的回答。${FOREIGN}`],
  ])
})

it('leaves an agent’s own reason as it is', () => {
  expect([reasonText(chinese, FOREIGN), reasonText(chinese, ERROR_TEXTS.agentBusy)]).toEqual([
    FOREIGN,
    '等待智能体处理的事情太多。请稍后再试。',
  ])
})

it('has no sentence that nothing leads to', () => {
  const led = new Set<string>([...Object.values(SENTENCE_OF_CODE), ...Object.values(SENTENCE_OF_TEXT)])
  const others = Object.keys(enFailures.failure).filter((name) => !led.has(name))
  // Of statuses, and of what nobody knows.
  expect(others).toEqual(['unknown', 'unreachable', 'tooLarge', 'tooMany', 'refused', 'agentSaid'])
})
