import rehypeHighlight from 'rehype-highlight'

/** A piece of coloured text: plain, or with the class of its colour. */
export interface ColouredNode {
  type: string
  value?: string
  properties?: { className?: unknown }
  children?: ColouredNode[]
}

type Colour = (tree: ColouredNode, file: { message(): void }) => void
const colour = rehypeHighlight() as unknown as Colour

/** The pieces of `text` in the colours of its language; one plain piece for languages it does not know. */
export function highlight(text: string, language: string): readonly ColouredNode[] {
  const code: ColouredNode = {
    type: 'element',
    properties: { className: [`language-${language}`] },
    children: [{ type: 'text', value: text }],
  }
  Object.assign(code, { tagName: 'code' })
  const pre = { type: 'element', tagName: 'pre', properties: {}, children: [code] }
  colour({ type: 'root', children: [pre] }, { message: () => {} })
  return code.children ?? []
}
