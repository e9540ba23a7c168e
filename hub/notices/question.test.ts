import { describe, expect, it } from 'vitest'
import { UNREADABLE_QUESTION } from '../../contract/notice-texts.ts'
import { codePoints } from './cut-text.ts'
import { isQuestion, QUESTION_BODY_MAX, questionBody } from './question.ts'

describe('isQuestion', () => {
  it.each([
    'request_user_input',
    'AskUserQuestion',
    'ask_user_question',
    'AgentCAskQuestion',
    'CursorAskQuestion',
  ])('is true for %s, wrapped or not', (tool) =>
    expect([isQuestion(tool), isQuestion(`functions.${tool}`)]).toEqual([true, true]),
  )

  it.each([
    'ExitPlanMode',
    'exit_plan_mode',
    'request_user_input_async',
    'AskUserQuestionLater',
    'askuserquestion',
    'other.AskUserQuestion',
    'functions.functions.AskUserQuestion',
    'functions.',
    'Bash',
    '',
  ])('is false for %j', (tool) => expect(isQuestion(tool)).toBe(false))
})

describe('questionBody', () => {
  it.each([
    [[{ question: 'Red or blue?', header: 'Color' }], 'Red or blue?\napp'],
    [[{ question: ' Red\n\tor  blue? ' }], 'Red or blue?\napp'],
    [[{ question: ' ', header: 'Color' }], 'Color\napp'],
    [[{}, { question: 'Second' }, null, 7], 'Second\napp'],
    [[{ question: 'A' }, { question: 'B' }], 'A\n+1 more question\napp'],
    [[{ question: 'A' }, { header: 'B' }, { question: '' }, { question: 'C' }], 'A\n+2 more questions\napp'],
    [[{ prompt: 'Which one?' }], 'Which one?\napp'],
  ])('says of %j %j', (questions, expected) => expect(questionBody({ questions }, 'app')).toBe(expected))

  it('reads a lone question and JSON text', () => {
    expect(questionBody({ question: 'Now?' }, 'app')).toBe('Now?\napp')
    expect(questionBody('{"questions":[{"question":"Now?"}]}', 'app')).toBe('Now?\napp')
  })

  it.each([
    undefined,
    null,
    5,
    'text',
    '[',
    [],
    {},
    { questions: [] },
    { questions: [{ question: 3 }] },
    { questions: 'x' },
  ])('is the fixed sentence alone for %j (ruling 4)', (input) =>
    expect(questionBody(input, 'app')).toBe(UNREADABLE_QUESTION),
  )

  it('never shows options, prefilled answers, ids or other arguments', () => {
    const body = questionBody(
      {
        id: 'secret-id',
        questions: [{ id: 'q-id', question: 'Go?', options: [{ label: 'Opt' }], answer: 'Prefilled' }],
      },
      'app',
    )
    expect(body).toBe('Go?\napp')
  })

  it('cuts only the question, and always keeps the rest (ruling 5)', () => {
    const questions = [{ question: 'x'.repeat(1000) }, { question: 'B' }]
    const body = questionBody({ questions }, 'n'.repeat(200))
    const [first, more, name] = body.split('\n')
    expect([codePoints(body), more, name]).toEqual([
      QUESTION_BODY_MAX,
      '+1 more question',
      `${'n'.repeat(77)}...`,
    ])
    expect(first).toMatch(/^x+\.\.\.$/)
  })

  it.each([
    [280 - 4, false],
    [280 - 3, true],
  ])('keeps a question of %i characters beside the name "app": cut %s', (length, isCut) => {
    const body = questionBody({ question: 'x'.repeat(length) }, 'app')
    expect([body.includes('...'), codePoints(body)]).toEqual([isCut, 280])
  })

  it.each([
    [80, false],
    [81, true],
  ])('keeps a session name of %i characters: cut %s', (length, isCut) => {
    expect(questionBody({ question: 'A' }, 'n'.repeat(length)).endsWith('...')).toBe(isCut)
  })

  it('cuts between characters, not inside them', () => {
    const body = questionBody({ question: '👨‍👩‍👧‍👦'.repeat(60) }, 'app')
    expect(body).toMatch(/^(👨‍👩‍👧‍👦)+\.\.\.\napp$/u)
    expect(codePoints(body)).toBeLessThanOrEqual(QUESTION_BODY_MAX)
  })
})
