import { parseSync } from 'vite'

/** Stands for what is worked out in a text. */
export const HOLE = '\0'

/** A text in a source file. */
export interface SourceText {
  file: string
  text: string
  /** It is certainly read or heard by people: between tags, or in an attribute such as `title`. */
  isShown: boolean
  /** The function it is handed to, such as `t`, or that function's syntax. */
  callee: string | undefined
}

/** The attributes, of elements and of our own components, whose text people read or hear. */
const SHOWN_ATTRIBUTES =
  /^(aria-(label|description|roledescription|placeholder|valuetext)|title|placeholder|alt|label|hint|intro|description|summary|text|loading)$/

/** Functions whose text people read or hear. */
const SHOWN_CALLS = /^(announce|alert|confirm)$/

interface Node {
  type: string
  [field: string]: unknown
}

interface Place {
  isShown: boolean
  callee?: string
}

/** Every text of a TypeScript source, except those that only name modules, types and fields. */
export function sourceTexts(file: string, source: string): SourceText[] {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const found: SourceText[] = []
  const visit = (value: unknown, place: Place): void => {
    if (Array.isArray(value)) for (const member of value) visit(member, place)
    if (!isNode(value)) return
    const text = textOf(value)
    if (text !== undefined) found.push({ file, text, isShown: place.isShown, callee: place.callee })
    if (/^(Import|TS)/.test(value.type)) return visit(value.expression, place)
    for (const [field, child] of Object.entries(value)) visit(child, placeOf(value, field, place))
  }
  visit(program, { isShown: false })
  return found
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

function textOf(node: Node): string | undefined {
  if (node.type === 'JSXText' || node.type === 'Literal')
    return typeof node.value === 'string' ? node.value : undefined
  if (node.type !== 'TemplateLiteral') return undefined
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join(HOLE)
}

/** How the place of a field follows from that of its node: what is shown stays so through choices, not calls. */
function placeOf(node: Node, field: string, place: Place): Place {
  switch (node.type) {
    case 'JSXElement':
    case 'JSXFragment':
      return { isShown: field === 'children' }
    case 'JSXAttribute':
      return { isShown: SHOWN_ATTRIBUTES.test((node.name as { name: string }).name) }
    case 'NewExpression':
    case 'CallExpression': {
      const { type, name = type } = node.callee as Node & { name?: string }
      return field === 'arguments' ? { isShown: SHOWN_CALLS.test(name), callee: name } : { isShown: false }
    }
    case 'ConditionalExpression':
      return field === 'test' ? { isShown: false } : place
    case 'LogicalExpression':
      return field === 'left' && node.operator === '&&' ? { isShown: false } : place
    case 'JSXExpressionContainer':
      return place
    default:
      return { isShown: false }
  }
}
