import { isObject, type JsonObject } from '../../decode/envelope.ts'
import { plainText } from './result-text.ts'
import { textField } from './tool-fields.ts'

export interface AskedQuestion {
  question: string
  options: readonly string[]
  answers: readonly string[]
}

/** What an agent asked, and what it was told. */
export interface QuestionCall {
  kind: 'questions'
  questions: readonly AskedQuestion[]
  /** What came back where it names no answers. */
  note: string
}

/** Reads the call; undefined where it asks nothing, or its result is something else. */
export function questionCall(fields: JsonObject, result: unknown): QuestionCall | undefined {
  const asked = Array.isArray(fields.questions) ? fields.questions : [fields]
  const answers = answersIn(result)
  const questions = asked.flatMap((value, index) => {
    const question = isObject(value) ? textField(value, 'question', 'prompt', 'text') : undefined
    if (question === undefined || !isObject(value)) return []
    const id = textField(value, 'id') ?? ''
    return [
      {
        question,
        options: labels(value.options),
        answers: labels(answers[question] ?? answers[id] ?? answers[index]),
      },
    ]
  })
  if (questions.length === 0 || questions.length < asked.length) return undefined
  const note = questions.some((question) => question.answers.length > 0) ? '' : plainText(result)
  return note === undefined ? undefined : { kind: 'questions', questions, note }
}

/** The answers by question, by id or by place, as an object or as the JSON of one. */
function answersIn(result: unknown): JsonObject {
  const value = typeof result === 'object' ? result : parsed(plainText(result) ?? '')
  if (!isObject(value)) return {}
  return isObject(value.answers) ? value.answers : value
}

function parsed(text: string): unknown {
  if (!text.trimStart().startsWith('{')) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function labels(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value]
  if (isObject(value) && value.answers !== undefined) return labels(value.answers)
  if (!Array.isArray(value)) return []
  return value.flatMap((entry) => {
    const label = isObject(entry) ? textField(entry, 'label', 'text', 'value', 'title') : entry
    return typeof label === 'string' ? [label] : []
  })
}
