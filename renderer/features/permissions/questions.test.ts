import { describe, expect, it } from 'vitest'
import { answersOf, isAnswered, type QuestionSet, readQuestions } from './questions.ts'

const colour = { question: 'Which colour?', header: 'Colour', options: [{ label: 'Green' }, 'Red'] }

describe('readQuestions', () => {
  it.each(['AskUserQuestion', 'ask_user_question', 'functions.AskUserQuestion', 'CursorAskQuestion'])(
    'reads the questions of %s',
    (tool) => {
      expect(readQuestions(tool, { questions: [{ ...colour, multiSelect: true }] })).toEqual({
        isNested: false,
        questions: [
          {
            key: '0',
            header: 'Colour',
            text: 'Which colour?',
            options: [
              { label: 'Green', description: undefined },
              { label: 'Red', description: undefined },
            ],
            isMulti: true,
            isSecret: false,
          },
        ],
      })
    },
  )

  it('files answers to request_user_input under the id of the question', () => {
    const set = readQuestions('request_user_input', { questions: [{ id: 'q1', question: 'Why?' }] })
    expect(set).toMatchObject({ isNested: true, questions: [{ key: 'q1', text: 'Why?', options: [] }] })
  })

  it('leaves requests for leave alone', () => {
    expect(readQuestions('Bash', { command: 'ls' })).toBeUndefined()
    expect(readQuestions('ExitPlanMode', { plan: '' })).toBeUndefined()
  })
})

describe('answersOf', () => {
  const set = (tool: string) =>
    readQuestions(tool, {
      questions: [
        { id: 'a', ...colour },
        { id: 'b', question: 'Why?' },
      ],
    }) as QuestionSet

  it('answers flat by the place of the question, as the CLI reads them', () => {
    const given = { 0: { chosen: ['Green'], own: '' }, 1: { chosen: [], own: ' Because ' } }
    expect(answersOf(set('AskUserQuestion'), given)).toEqual({ 0: ['Green'], 1: ['Because'] })
  })

  it('answers two questions of the same text apart', () => {
    const twice = readQuestions('AskUserQuestion', { questions: [colour, colour] }) as QuestionSet
    const given = { 0: { chosen: ['Green'], own: '' }, 1: { chosen: ['Red'], own: '' } }
    expect(answersOf(twice, given)).toEqual({ 0: ['Green'], 1: ['Red'] })
  })

  it('answers nested by id for request_user_input', () => {
    const given = { a: { chosen: ['Green', 'Red'], own: 'both' } }
    expect(answersOf(set('request_user_input'), given)).toEqual({
      a: { answers: ['Green', 'Red', 'both'] },
      b: { answers: [] },
    })
  })

  it('is complete once every question has a choice or words', () => {
    const questions = set('AskUserQuestion')
    const green = { 0: { chosen: ['Green'], own: '' } }
    expect(isAnswered(questions, green)).toBe(false)
    expect(isAnswered(questions, { ...green, 1: { chosen: [], own: '  ' } })).toBe(false)
    expect(isAnswered(questions, { ...green, 1: { chosen: [], own: 'so' } })).toBe(true)
  })
})
