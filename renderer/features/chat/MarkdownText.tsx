import { lazy, memo, Suspense } from 'react'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { isDrawable } from './markdown-limits.ts'

const loadMarkdown = () => import('./Markdown.tsx')

// Asked for as soon as a session is about to be shown, so that the first text seldom waits for it.
loadMarkdown().catch(() => {})
const Markdown = lazy(() => loadMarkdown().then((module) => ({ default: module.Markdown })))

/**
 * What an agent wrote; as it was written for the moment it takes to load the renderer, and for good where that
 * cannot draw it.
 */
export const MarkdownText = memo(function MarkdownText({ text }: { text: string }) {
  if (!isDrawable(text)) return <PlainText text={text} />
  return (
    <ErrorBoundary resetKey={text} fallback={<PlainText text={text} />}>
      <Suspense fallback={<PlainText text={text} isLoading />}>
        <Markdown text={text} />
      </Suspense>
    </ErrorBoundary>
  )
})

function PlainText({ text, isLoading = false }: { text: string; isLoading?: boolean }) {
  return (
    <div className="markdown whitespace-pre-wrap" data-testid={isLoading ? 'loading' : undefined}>
      {text}
    </div>
  )
}
