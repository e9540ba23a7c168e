import { expect, it } from 'vitest'
import { type Schema, schemaText } from './schema-text.ts'

it.each<[string, Schema]>([
  ['Session', { $ref: '#/components/schemas/Session' }],
  ['string', { type: 'string' }],
  ['string (1…1024)', { type: 'string', minLength: 1, maxLength: 1024 }],
  ['integer (…200)', { type: 'integer', maximum: 200, minimum: -9007199254740991 }],
  ['number', { type: 'number' }],
  ['integer (0…)', { type: 'integer', minimum: 0, maximum: 9007199254740991 }],
  ['true', { type: 'boolean', const: true }],
  ['"7d" | "all"', { type: 'string', enum: ['7d', 'all'] }],
  ['string | null', { anyOf: [{ type: 'string' }, { type: 'null' }] }],
  ['string | null', { type: ['string', 'null'] }],
  ['(string | null)[]', { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } }],
  ['Todo[]', { type: 'array', items: { $ref: '#/components/schemas/Todo' } }],
  ['{ [key]: number }', { type: 'object', additionalProperties: { type: 'number' } }],
  ['{}', { type: 'object', properties: {} }],
  ['any', {}],
])('reads %s', (text, schema) => {
  expect(schemaText(schema)).toBe(text)
})

it('writes objects over lines, with what may be left out marked', () => {
  const schema: Schema = {
    type: 'object',
    required: ['range'],
    properties: {
      range: { type: 'object', required: ['to'], properties: { to: { type: 'number' } } },
      note: { type: 'string' },
    },
  }
  expect(schemaText(schema)).toBe('{\n  range: {\n    to: number\n  }\n  note?: string\n}')
})
