import { Component, type ErrorInfo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './Button.tsx'
import { Notice } from './Notice.tsx'

interface ErrorBoundaryProps {
  children: ReactNode
  /** Another value means other content, which deserves a fresh try. */
  resetKey?: string
}

interface ErrorBoundaryState {
  error: Error | undefined
  resetKey: string | undefined
}

/** Keeps a panel that broke from taking the others with it, and says what to do. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: undefined, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: Error): Partial<ErrorBoundaryState> {
    return { error }
  }

  static getDerivedStateFromProps(
    props: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): ErrorBoundaryState | null {
    return props.resetKey === state.resetKey ? null : { error: undefined, resetKey: props.resetKey }
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(error, info.componentStack)
  }

  override render(): ReactNode {
    if (!this.state.error) return this.props.children
    return <BrokenPanel onRetry={() => this.setState({ error: undefined })} />
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
