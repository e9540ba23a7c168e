/** What we read of a JSON schema; anything else in it is ignored. */
export interface Schema {
  $ref?: string
  type?: string | readonly string[]
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  items?: Schema
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  additionalProperties?: boolean | Schema
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}

/** `SendMessageBody` of `#/components/schemas/SendMessageBody`. */
const nameOf = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1)

const union = (parts: readonly string[]) => [...new Set(parts)].join(' | ')

/** A schema as a programmer would write its type; what it refers to is named, not spelled out. */
export function schemaText(schema: Schema, indent = ''): string {
  if (schema.$ref !== undefined) return nameOf(schema.$ref)
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)))
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return union(choices.map((choice) => schemaText(choice, indent)))
  if (schema.items) {
    const item = schemaText(schema.items, indent)
    return item.includes(' | ') ? `(${item})[]` : `${item}[]`
  }
  if (schema.properties) return objectText(schema, indent)
  const { additionalProperties: values } = schema
  if (typeof values === 'object') return `{ [key]: ${schemaText(values, indent)} }`
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? ['any'])
  return union(types) + limits(schema)
}

function objectText({ properties = {}, required = [] }: Schema, indent: string): string {
  const inner = `${indent}  `
  const lines = Object.entries(properties).map(
    ([key, value]) => `${inner}${key}${required.includes(key) ? '' : '?'}: ${schemaText(value, inner)}`,
  )
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`
}

/** What a JavaScript integer can hold anyway. */
const isTelling = (bound: number | undefined): bound is number =>
  bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER

function limits({ minLength, maxLength, minimum, maximum }: Schema): string {
  const low = minLength ?? minimum
  const high = maxLength ?? maximum
  if (!isTelling(low) && !isTelling(high)) return ''
  return ` (${isTelling(low) ? low : ''}…${isTelling(high) ? high : ''})`
}
