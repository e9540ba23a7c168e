import type { Schema } from './schema-text.ts'

interface Content {
  [mediaType: string]: { schema?: Schema }
}
interface DescribedOperation {
  summary?: string
  description?: string
  tags?: readonly string[]
  parameters?: readonly { name: string; in: string; required?: boolean; schema?: Schema }[]
  requestBody?: { required?: boolean; content?: Content; 'x-limit-bytes'?: number }
  responses?: Record<string, { content?: Content }>
}

/** The parts of an OpenAPI 3.1 document that the window shows. */
export interface ApiDocument {
  openapi: string
  paths?: Record<string, Record<string, DescribedOperation>>
  components?: { schemas?: Record<string, Schema> }
}

export interface Body {
  type: string
  schema: Schema
}

export interface Operation {
  /** In capitals. */
  method: string
  path: string
  summary: string
  description: string
  parameters: readonly { name: string; place: string; isRequired: boolean; schema: Schema }[]
  request: readonly Body[]
  /** Most bytes a request body may have; undefined where there is none. */
  limitBytes: number | undefined
  answers: readonly Body[]
}

export interface OperationGroup {
  name: string
  operations: readonly Operation[]
}

const bodiesOf = (content: Content = {}): Body[] =>
  Object.entries(content).map(([type, { schema = {} }]) => ({ type, schema }))

function readOperation(method: string, path: string, described: DescribedOperation): Operation {
  const answers = Object.entries(described.responses ?? {})
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, { content }]) => bodiesOf(content))
  return {
    method: method.toUpperCase(),
    path,
    summary: described.summary ?? '',
    description: described.description ?? '',
    parameters: (described.parameters ?? []).map(({ name, in: place, required = false, schema = {} }) => ({
      name,
      place,
      isRequired: required,
      schema,
    })),
    request: bodiesOf(described.requestBody?.content),
    limitBytes: described.requestBody?.['x-limit-bytes'],
    answers,
  }
}

/** The operations whose path or summary has every word of `search`, by resource, as the document orders them. */
export function readOperations(document: ApiDocument, search = ''): OperationGroup[] {
  const words = search.toLowerCase().split(/\s+/)
  const groups = new Map<string, Operation[]>()
  for (const [path, methods] of Object.entries(document.paths ?? {})) {
    for (const [method, described] of Object.entries(methods)) {
      const operation = readOperation(method, path, described)
      const text = `${operation.method} ${path} ${operation.summary}`.toLowerCase()
      if (!words.every((word) => text.includes(word))) continue
      const name = described.tags?.[0] ?? ''
      groups.set(name, [...(groups.get(name) ?? []), operation])
    }
  }
  return [...groups].map(([name, operations]) => ({ name, operations }))
}
