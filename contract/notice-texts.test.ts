import { expect, it } from 'vitest'
import {
  moreQuestions,
  PERMISSION_TITLE,
  questionTitle,
  READY_TITLE,
  readNoticeTexts,
  readyBody,
  TASK_COMPLETED_TITLE,
  TASK_FAILED_TITLE,
  TEST_NOTICE_BODY,
  UNREADABLE_QUESTION,
} from './notice-texts.ts'

const asked = { kind: 'question', agent: 'Claude', session: 'shop' }

it.each([
  ['Svc Hub', TEST_NOTICE_BODY, { kind: 'test' }],
  [READY_TITLE, readyBody('Claude', 'shop'), { kind: 'ready', agent: 'Claude', session: 'shop' }],
  [
    READY_TITLE,
    readyBody('Claude', 'who is waiting in line'),
    { kind: 'ready', agent: 'Claude', session: 'who is waiting in line' },
  ],
  [PERMISSION_TITLE, 'shop (Bash)', { kind: 'permission', body: 'shop (Bash)' }],
  [TASK_COMPLETED_TITLE, 'Claude · shop · Built', { kind: 'task-completed', body: 'Claude · shop · Built' }],
  [TASK_FAILED_TITLE, 'Claude · shop · Broke', { kind: 'task-failed', body: 'Claude · shop · Broke' }],
  [questionTitle('Claude'), 'Which one?\nshop', { ...asked, question: 'Which one?', more: 0 }],
  [
    questionTitle('Claude'),
    `Which one?\n${moreQuestions(1)}\nshop`,
    { ...asked, question: 'Which one?', more: 1 },
  ],
  [
    questionTitle('Claude'),
    `Which one?\n${moreQuestions(12)}\nshop`,
    { ...asked, question: 'Which one?', more: 12 },
  ],
  [questionTitle('Claude'), UNREADABLE_QUESTION, { ...asked, question: undefined, more: 0, session: '' }],
])('finds what %j %j says', (title, body, facts) => {
  expect(readNoticeTexts({ title, body })).toEqual(facts)
})

it.each([
  ['Something new', 'of another version'],
  [READY_TITLE, 'Claude has nothing to do'],
  [questionTitle('Claude'), 'One line only'],
  [questionTitle('Claude'), 'Which one?\nnot a count\nshop'],
  [questionTitle('Claude'), 'Which one?\n+1 more question\nshop\nand more'],
])('takes nothing from %j %j', (title, body) => {
  expect(readNoticeTexts({ title, body })).toBeUndefined()
})
