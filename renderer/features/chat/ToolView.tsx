import { CircleX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ToolItem } from '../../decode/conversation-item.ts'
import { showControls } from '../../decode/show-controls.ts'
import { classNames } from '../../ui/class-names.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import { CodeBlock } from '../tools/CodeBlock.tsx'
import { describeTool } from '../tools/describe-tool.ts'
import { resultText } from '../tools/result-text.ts'
import { ToolInput } from '../tools/ToolInput.tsx'
import { TOOL_ICONS } from '../tools/tool-icons.ts'
import { useConversation } from './conversation-context.ts'
import { Fold } from './Fold.tsx'

interface ToolViewProps {
  item: ToolItem
  /** What a sub-agent did under this call. */
  children: ReactNode
}

/** A step the agent took: one line, and all of it on request. */
export function ToolView({ item, children }: ToolViewProps) {
  const { t } = useTranslation()
  const { folder } = useConversation()
  const { kind, name, detail } = describeTool(item.name, item.input, folder)
  const Icon = TOOL_ICONS[kind]
  const result = resultText(item.result)
  const progress = resultText(item.progress)
  const tense = item.state === 'running' ? 'doing' : 'did'
  const label = item.title ?? t(`tools.${tense}.${kind}`, { name })
  return (
    <Fold
      id={item.id}
      icon={<Icon size={15} aria-hidden className="shrink-0 text-faint" />}
      summary={
        <>
          <span className="shrink-0 text-muted">{showControls(label)}</span>
          <span className={classNames('min-w-0 flex-1 truncate font-mono text-[0.8125rem] text-ink')}>
            {showControls(detail)}
          </span>
          {item.state === 'running' && (
            <span className="shrink-0 text-faint">
              <Spinner size={14} />
              <span className="sr-only">{t('tools.running')}</span>
            </span>
          )}
          {item.state === 'error' && (
            <span className="flex shrink-0 items-center gap-1 text-danger">
              <CircleX size={15} aria-hidden />
              <span className="text-xs">{t('tools.failed')}</span>
            </span>
          )}
        </>
      }
    >
      <ToolInput name={item.name} input={item.input} folder={folder} />
      {children}
      {item.state === 'running' && progress !== '' && <CodeBlock text={progress} />}
      {result !== '' && (
        <>
          <p className="px-1 text-xs font-medium text-faint">{t('tools.result')}</p>
          <CodeBlock text={result} isError={item.state === 'error'} />
        </>
      )}
    </Fold>
  )
}
