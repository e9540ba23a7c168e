import { z } from 'zod'
import { namedSchemas } from './contract-names.ts'

export interface Reference {
  $ref: string
}

const referTo = (name: string) => `#/components/schemas/${name}`

/**
 * The schemas of a document: each is written once under a name of its own, as it travels (before any
 * default or conversion), and referred to everywhere else.
 */
export class DocumentSchemas {
  readonly #names = namedSchemas()
  readonly #used = new Map<z.ZodType, string>()

  /** A reference to the schema, named as the contract exports it, else `fallback`. */
  refer(schema: z.ZodType, fallback: string): Reference {
    const name = this.#used.get(schema) ?? this.#names.get(schema) ?? fallback
    this.#used.set(schema, name)
    return { $ref: referTo(name) }
  }

  /** Everything referred to so far, and whatever that refers to. */
  components(): Record<string, object> {
    const registry = z.registry<{ id: string }>()
    for (const [schema, id] of new Map([...this.#names, ...this.#used])) registry.add(schema, { id })
    const { schemas } = z.toJSONSchema(registry, {
      io: 'input',
      unrepresentable: 'any',
      uri: referTo,
      override: ({ zodSchema, jsonSchema }) => Object.assign(jsonSchema, boundsBehind(zodSchema)),
    })
    return withReferred(schemas as Record<string, object>, [...this.#used.values()])
  }
}

/**
 * What a trimmed text must be besides, such as one of an enum: the schema behind the trim, which a
 * document of what travels would leave out. Undefined for every other schema.
 */
function boundsBehind(schema: z.core.$ZodTypes): object | undefined {
  if (schema._zod.def.type !== 'pipe') return undefined
  const { in: from, out: to } = schema._zod.def as z.core.$ZodPipeDef
  // A conversion takes texts that are none of what it makes of them.
  if (from._zod.def.type !== 'string' || to._zod.def.type === 'transform') return undefined
  const { $schema, ...bounds } = z.toJSONSchema(to, { io: 'input', unrepresentable: 'any' })
  return bounds
}

/** Those named, and all that can be reached from them, in alphabetical order and without zod's headers. */
function withReferred(all: Record<string, object>, names: string[]): Record<string, object> {
  const reached = new Set<string>()
  const waiting = [...names]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (reached.has(name)) continue
    reached.add(name)
    for (const [, next] of JSON.stringify(all[name]).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      waiting.push(next as string)
    }
  }
  return Object.fromEntries([...reached].sort().map((name) => [name, withoutHeader(all[name])]))
}

function withoutHeader(schema: object | undefined): object {
  const { $schema, $id, id, ...rest } = schema as Record<string, unknown>
  return rest
}

/** Parameters of a query: as what they are read into where that can be told, else as they are written. */
export function queryParameters(query: z.ZodType): object[] {
  const options = { unrepresentable: 'any', target: 'draft-2020-12' } as const
  const written = z.toJSONSchema(query, { ...options, io: 'input' })
  const read = z.toJSONSchema(query, { ...options, io: 'output' })
  return Object.entries(written.properties ?? {}).map(([name, asWritten]) => {
    const asRead = read.properties?.[name]
    const isTelling = typeof asRead === 'object' && ('type' in asRead || 'enum' in asRead)
    const { description, ...schema } = (isTelling ? asRead : asWritten) as { description?: string }
    const required = written.required?.includes(name) === true
    return { name, in: 'query', required, ...(description && { description }), schema }
  })
}
