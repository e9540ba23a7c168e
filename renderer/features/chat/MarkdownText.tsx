import { lazy, memo, Suspense } from 'react'

const loadMarkdown = () => import('./Markdown.tsx')

// Asked for as soon as a session is about to be shown, so that the first text seldom waits for it.
void loadMarkdown()
const Markdown = lazy(() => loadMarkdown().then((module) => ({ default: module.Markdown })))

/** What an agent wrote; plain for the moment it takes to load the renderer. */
export const MarkdownText = memo(function MarkdownText({ text }: { text: string }) {
  return (
    <Suspense
      fallback={
        <div className="markdown whitespace-pre-wrap" data-testid="loading">
          {text}
        </div>
      }
    >
      <Markdown text={text} />
    </Suspense>
  )
})
