import { expect, it } from 'vitest'
import {
  moreQuestions,
  PERMISSION_TITLE,
  questionTitle,
  READY_TITLE,
  readyBody,
  TASK_COMPLETED_TITLE,
  TASK_FAILED_TITLE,
  TEST_NOTICE_BODY,
  UNREADABLE_QUESTION,
} from '../../../contract/notice-texts.ts'
import { workerWords } from '../../sw/worker-words.ts'
import { type NoticeTexts, noticeWords } from './notice-words.ts'

/** What the hub says, and how a Chinese reader hears it. */
const NOTICES: [NoticeTexts, NoticeTexts][] = [
  [
    { title: 'Svc Hub', body: TEST_NOTICE_BODY },
    { title: 'Svc Hub', body: '这是一条测试通知。你的中枢的通知会显示在这里。' },
  ],
  [
    { title: READY_TITLE, body: readyBody('Claude', 'the <shop> & co') },
    { title: '等待你的输入', body: 'Claude 在“the <shop> & co”里等你' },
  ],
  [
    { title: READY_TITLE, body: readyBody('Agent', '$t(notices.deny) {{agent}}') },
    { title: '等待你的输入', body: '智能体 在“$t(notices.deny) {{agent}}”里等你' },
  ],
  [
    { title: PERMISSION_TITLE, body: 'shop (Bash)' },
    { title: '请求许可', body: 'shop (Bash)' },
  ],
  [
    { title: TASK_COMPLETED_TITLE, body: 'Claude · shop · Built' },
    { title: '任务已完成', body: 'Claude · shop · Built' },
  ],
  [
    { title: TASK_FAILED_TITLE, body: 'Claude · shop · Broke' },
    { title: '任务失败', body: 'Claude · shop · Broke' },
  ],
  [
    { title: questionTitle('Codex'), body: 'Which one?\nshop' },
    { title: 'Codex 需要你的回答', body: 'Which one?\nshop' },
  ],
  [
    { title: questionTitle('Codex'), body: `Which one?\n${moreQuestions(1)}\nshop` },
    { title: 'Codex 需要你的回答', body: 'Which one?\n还有 1 个提问\nshop' },
  ],
  [
    { title: questionTitle('Codex'), body: `Which one?\n${moreQuestions(3)}\nshop` },
    { title: 'Codex 需要你的回答', body: 'Which one?\n还有 3 个提问\nshop' },
  ],
  [
    { title: questionTitle('Codex'), body: UNREADABLE_QUESTION },
    { title: 'Codex 需要你的回答', body: '打开会话，查看并回答这个提问。' },
  ],
]

it.each(NOTICES)('says %j in Chinese', (notice, words) => {
  expect(noticeWords(workerWords('zh-CN'), notice)).toEqual(words)
})

it.each(NOTICES)('says %j in English as the hub does', (notice) => {
  expect(noticeWords(workerWords('en'), notice)).toEqual(notice)
})

it('shows what it cannot read as it came', () => {
  const notice = { title: 'Something new', body: 'of another version' }
  expect(noticeWords(workerWords('zh-CN'), notice)).toEqual(notice)
})
