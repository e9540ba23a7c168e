import { moreQuestions, UNREADABLE_QUESTION } from '../../contract/notice-texts.ts'
import { isObject } from '../messages/content.ts'
import { codePoints, cutText, isReadable, oneLine } from './cut-text.ts'

export const QUESTION_BODY_MAX = 280
export const QUESTION_SESSION_NAME_MAX = 80

const TOOL_WRAPPER = 'functions.'
const QUESTION_TOOLS = new Set([
  'request_user_input',
  'AskUserQuestion',
  'ask_user_question',
  'AgentCAskQuestion',
  'CursorAskQuestion',
])

/** Whether a request asks the user something rather than for a permission (spec: Question notifications 1). */
export function isQuestion(tool: string): boolean {
  return QUESTION_TOOLS.has(tool.startsWith(TOOL_WRAPPER) ? tool.slice(TOOL_WRAPPER.length) : tool)
}

/**
 * What a notification says of a question: the first readable one, how many more there are, the session
 * (spec: Question notifications 3 to 5). Only the question's line is cut, so that the others always
 * survive (ruling 5); input without a readable question is the fixed sentence alone (ruling 4).
 */
export function questionBody(input: unknown, sessionName: string): string {
  const [first, ...more] = readableQuestions(input)
  if (first === undefined) return UNREADABLE_QUESTION
  const rest = [
    ...(more.length > 0 ? [moreQuestions(more.length)] : []),
    cutText(oneLine(sessionName), QUESTION_SESSION_NAME_MAX),
  ].join('\n')
  return `${cutText(first, QUESTION_BODY_MAX - codePoints(rest) - 1)}\n${rest}`
}

function readableQuestions(input: unknown): string[] {
  const asked = typeof input === 'string' ? parsed(input) : input
  if (!isObject(asked)) return []
  const list = Array.isArray(asked.questions) ? asked.questions : [asked]
  return list.map(textOfQuestion).filter((text) => text !== undefined)
}

/** The words of one question, else its header; agents name the words `question` or `prompt`. */
function textOfQuestion(question: unknown): string | undefined {
  if (!isObject(question)) return undefined
  const text = [question.question, question.prompt, question.header].find(isReadable)
  return text === undefined ? undefined : oneLine(text)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
