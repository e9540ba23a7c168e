import { type ComponentProps, isValidElement, type ReactNode } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import rehypeHighlight from 'rehype-highlight'
import remarkGfm from 'remark-gfm'
import { CopyButton } from '../../ui/CopyButton.tsx'

const REMARK = [remarkGfm]
const REHYPE = [rehypeHighlight]

const COMPONENTS: Components = {
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  ),
  // Pictures from elsewhere would tell their owner who reads; people open them if they want.
  img: ({ src, alt }) => (
    <a href={typeof src === 'string' ? src : undefined} target="_blank" rel="noopener noreferrer">
      {alt || src}
    </a>
  ),
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <div tabIndex={0} className="table-scroll thin-scroll">
      <table>{children}</table>
    </div>
  ),
  pre: ({ children }) => <CodePre>{children}</CodePre>,
  input: (props: ComponentProps<'input'>) => <input {...props} className="mr-1.5 align-middle" />,
}

/** Markdown with tables, task lists and coloured code. HTML in it stays text; only safe links are links. */
export function Markdown({ text }: { text: string }) {
  return (
    <div className="markdown">
      <ReactMarkdown remarkPlugins={REMARK} rehypePlugins={REHYPE} components={COMPONENTS}>
        {text}
      </ReactMarkdown>
    </div>
  )
}

function CodePre({ children }: { children: ReactNode }) {
  return (
    <div className="relative rounded-lg border border-line bg-sunken pr-10 pointer-coarse:pr-12">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre tabIndex={0} className="thin-scroll">
        {children}
      </pre>
      <CopyButton text={textOf(children)} className="absolute top-1 right-1 size-8" />
    </div>
  )
}

/** The text of coloured code, without its colours. */
function textOf(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node)
  if (Array.isArray(node)) return node.map(textOf).join('')
  return isValidElement<{ children?: ReactNode }>(node) ? textOf(node.props.children) : ''
}
