import { expect, it } from 'vitest'
import { type ApiDocument, readOperations } from './read-operations.ts'

const string = { type: 'string' }
const document: ApiDocument = {
  openapi: '3.1.0',
  paths: {
    '/api/sessions/{id}/messages': {
      get: {
        summary: 'List messages',
        tags: ['sessions'],
        parameters: [{ name: 'id', in: 'path', required: true, schema: string }],
        responses: { 200: { content: { 'application/json': { schema: string } } }, default: {} },
      },
      post: {
        summary: 'Send message',
        description: 'Owner only.',
        tags: ['sessions'],
        requestBody: { 'x-limit-bytes': 10, content: { 'application/json': { schema: string } } },
      },
    },
    '/api/usage/summary': { get: { tags: ['usage'] } },
  },
}
const names = (search?: string) =>
  readOperations(document, search).map(({ name, operations }) => [name, operations.map((o) => o.method)])

it('lists operations by resource', () => {
  expect(names()).toEqual([
    ['sessions', ['GET', 'POST']],
    ['usage', ['GET']],
  ])
})

it.each([
  ['send', [['sessions', ['POST']]]],
  ['MESSAGES list', [['sessions', ['GET']]]],
  ['usage', [['usage', ['GET']]]],
  ['nothing like it', []],
])('finds %s', (search, found) => {
  expect(names(search)).toEqual(found)
})

it('tells what goes in and what comes out', () => {
  const [list, send] = readOperations(document)[0]?.operations ?? []
  expect(list).toMatchObject({
    parameters: [{ name: 'id', place: 'path', isRequired: true, schema: string }],
    request: [],
    limitBytes: undefined,
    answers: [{ type: 'application/json', schema: string }],
  })
  expect(send).toMatchObject({ description: 'Owner only.', limitBytes: 10, answers: [] })
  expect(send?.request).toEqual([{ type: 'application/json', schema: string }])
})

it('shows nothing of a document without paths', () => {
  expect(readOperations({ openapi: '3.1.0' })).toEqual([])
})
