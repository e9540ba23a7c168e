import { describe, expect, it } from 'vitest'
import { answersOf, isAnswered, type QuestionSet, readQuestions } from './questions.ts'

const colour = { question: 'Which colour?', header: 'Colour', options: [{ label: 'Green' }, 'Red'] }

describe('readQuestions', () => {
  it.each(['AskUserQuestion', 'ask_user_question'])('reads the questions of %s', (tool) => {
    expect(readQuestions(tool, { questions: [{ ...colour, multiSelect: true }] })).toEqual({
      isNested: false,
      questions: [
        {
          key: 'Which colour?',
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
  })

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

  it('answers flat by the text of the question', () => {
    const given = {
      'Which colour?': { chosen: ['Green'], own: '' },
      'Why?': { chosen: [], own: ' Because ' },
    }
    expect(answersOf(set('AskUserQuestion'), given)).toEqual({
      'Which colour?': ['Green'],
      'Why?': ['Because'],
    })
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
    const green = { 'Which colour?': { chosen: ['Green'], own: '' } }
    expect(isAnswered(questions, green)).toBe(false)
    expect(isAnswered(questions, { ...green, 'Why?': { chosen: [], own: '  ' } })).toBe(false)
    expect(isAnswered(questions, { ...green, 'Why?': { chosen: [], own: 'so' } })).toBe(true)
  })
})
