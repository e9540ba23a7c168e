import { expect, it } from 'vitest'
import { insertSpoken } from './insert-spoken.ts'

/** `|` is the caret, or both ends of the selection. */
function insert(field: string, spoken: string): string {
  const [before = '', selected = '', after] = field.split('|')
  const start = before.length
  const end = after === undefined ? start : start + selected.length
  const { text, caret } = insertSpoken({ text: field.replaceAll('|', ''), start, end }, spoken)
  return `${text.slice(0, caret)}|${text.slice(caret)}`
}

it.each([
  ['|', ' Hello. ', 'Hello.|'],
  ['Say|', 'hello', 'Say hello|'],
  ['Say |', 'hello', 'Say hello|'],
  ['Say\n|', 'hello', 'Say\nhello|'],
  ['Say (|)', 'hello', 'Say (hello|)'],
  ['Say|, please', 'hello', 'Say hello|, please'],
  ['One|three', 'two', 'One two| three'],
  ['|world', 'Hello', 'Hello| world'],
  ['Say |nothing| now', 'hello', 'Say hello| now'],
  ['请|', '运行测试。', '请运行测试。|'],
  ['请|吧', '运行', '请运行|吧'],
  ['Run|', '测试', 'Run测试|'],
])('%j with %j is %j', (field, spoken, result) => {
  expect(insert(field, spoken)).toBe(result)
})
