import { Component, type ErrorInfo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PartNotLoaded } from '../client/part-not-loaded.ts'
import { Button } from './Button.tsx'
import { Notice } from './Notice.tsx'
import { NotLoadedPanel } from './NotLoadedPanel.tsx'

interface ErrorBoundaryProps {
  children: ReactNode
  /** Another value means other content, which deserves a fresh try. */
  resetKey?: unknown
  /** A line among others rather than a panel of its own. */
  isPiece?: boolean
  /** What is shown instead of a sentence and another try. */
  fallback?: ReactNode
}

interface ErrorBoundaryState {
  /** What was thrown, which need not be an error. */
  broken: { by: unknown } | undefined
  resetKey: unknown
}

/** Keeps a panel that broke from taking the others with it, and says what to do. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { broken: undefined, resetKey: this.props.resetKey }

  static getDerivedStateFromError(by: unknown): Partial<ErrorBoundaryState> {
    return { broken: { by } }
  }

  static getDerivedStateFromProps(
    props: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): ErrorBoundaryState | null {
    return props.resetKey === state.resetKey ? null : { broken: undefined, resetKey: props.resetKey }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error(error, info.componentStack)
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children
    if (this.props.fallback !== undefined) return this.props.fallback
    if (this.state.broken.by instanceof PartNotLoaded) return <NotLoadedPanel />
    const Broken = this.props.isPiece ? BrokenPiece : BrokenPanel
    return <Broken onRetry={() => this.setState({ broken: undefined })} />
  }
}

function BrokenPanel({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <div className="m-auto flex max-w-md flex-col gap-3 p-4">
      <Notice kind="danger">{t('panelError.text')}</Notice>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onRetry}>{t('common.tryAgain')}</Button>
        <Button look="quiet" onClick={() => window.location.reload()}>
          {t('panelError.reload')}
        </Button>
      </div>
    </div>
  )
}

function BrokenPiece({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-2 px-2 py-1 text-sm text-danger">
      {t('panelError.piece')}
      <Button size="small" look="quiet" onClick={onRetry}>
        {t('common.tryAgain')}
      </Button>
    </div>
  )
}
