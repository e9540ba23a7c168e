import type { PermissionAnswers } from '../../../contract/session.ts'
import { isObject } from '../../decode/envelope.ts'

export interface QuestionOption {
  label: string
  description: string | undefined
}

export interface Question {
  /** What its answer is filed under: CLIs find a flat answer by the place of its question, a nested one by id. */
  key: string
  header: string | undefined
  text: string
  options: readonly QuestionOption[]
  isMulti: boolean
  /** Shown as dots while it is typed. */
  isSecret: boolean
}

export interface QuestionSet {
  questions: readonly Question[]
  /** `request_user_input` nests its answers (spec: Permissions). */
  isNested: boolean
}

const NESTED = 'requestuserinput'
const FLAT = new Set(['askuserquestion', 'cursoraskquestion'])

/** The questions of a request; undefined when it asks for leave rather than for an answer. */
export function readQuestions(tool: string, input: unknown): QuestionSet | undefined {
  const name = tool
    .replace(/^functions\./, '')
    .toLowerCase()
    .replaceAll('_', '')
  if (name !== NESTED && !FLAT.has(name)) return undefined
  const listed = isObject(input) && Array.isArray(input.questions) ? input.questions : [input]
  const isNested = name === NESTED
  const questions = listed.filter(isObject).map((question, index) => readQuestion(question, index, isNested))
  return questions.length > 0 ? { questions, isNested } : undefined
}

function readQuestion(question: Record<string, unknown>, index: number, isNested: boolean): Question {
  const text = stringOf(question.question) ?? stringOf(question.text) ?? stringOf(question.prompt) ?? ''
  const options = Array.isArray(question.options) ? question.options.flatMap(readOption) : []
  return {
    key: (isNested ? stringOf(question.id) : undefined) ?? String(index),
    header: stringOf(question.header),
    text,
    options,
    isMulti: question.multiSelect === true || question.allowMultiple === true,
    isSecret: question.isSecret === true,
  }
}

function readOption(option: unknown): QuestionOption[] {
  if (typeof option === 'string') return [{ label: option, description: undefined }]
  if (!isObject(option)) return []
  const label = stringOf(option.label) ?? stringOf(option.value)
  return label === undefined ? [] : [{ label, description: stringOf(option.description) }]
}

const stringOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** What a person chose and typed for one question. */
export interface GivenAnswer {
  chosen: readonly string[]
  own: string
}

/** The answers in the shape the tool expects, by the key of each question; own words come last. */
export function answersOf(
  { questions, isNested }: QuestionSet,
  given: Readonly<Record<string, GivenAnswer>>,
): PermissionAnswers {
  const flat = questions.map(({ key }): [string, string[]] => {
    const { chosen = [], own = '' } = given[key] ?? {}
    return [key, own.trim() === '' ? [...chosen] : [...chosen, own.trim()]]
  })
  if (!isNested) return Object.fromEntries(flat)
  return Object.fromEntries(flat.map(([key, answers]) => [key, { answers }]))
}

/** Whether every question has an answer. */
export function isAnswered(
  { questions }: QuestionSet,
  given: Readonly<Record<string, GivenAnswer>>,
): boolean {
  return questions.every(({ key }) => {
    const answer = given[key]
    return answer !== undefined && (answer.chosen.length > 0 || answer.own.trim() !== '')
  })
}
