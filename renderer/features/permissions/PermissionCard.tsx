import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PermissionDecision } from '../../../contract/permission.ts'
import type { Session } from '../../../contract/session.ts'
import { isObject } from '../../decode/envelope.ts'
import { showControls } from '../../decode/show-controls.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { MarkdownText } from '../chat/MarkdownText.tsx'
import { useHub } from '../connection/hub-context.ts'
import { useAction } from '../connection/use-action.ts'
import { agentName } from '../sessions/session-words.ts'
import { describeTool } from '../tools/describe-tool.ts'
import { ToolInput } from '../tools/ToolInput.tsx'
import { TOOL_ICONS } from '../tools/tool-icons.ts'
import { REQUEST_HEADING_ID, type WaitingRequest } from './requests.ts'

interface PermissionCardProps {
  session: Session
  waiting: WaitingRequest
  /** “1 of 3”, where several wait. */
  count: string | undefined
}

/** The agent asks for leave: what it wants in plain words, and the answers. */
export function PermissionCard({ session, waiting, count }: PermissionCardProps) {
  const { t } = useTranslation()
  const { store } = useHub()
  const { run, isBusy, error } = useAction()
  const [chosen, setChosen] = useState<PermissionDecision>()
  const { id, request } = waiting
  const folder = session.metadata?.path
  const agent = agentName(session.metadata, t)
  const tool = describeTool(request.tool, request.arguments, folder)
  const Icon = TOOL_ICONS[tool.kind]
  const isFile = tool.kind === 'edit' || tool.kind === 'write' || tool.kind === 'read'
  const headline = t(`tools.wants.${tool.kind}`, { agent, name: tool.name })

  const decide = (decision: PermissionDecision) => {
    setChosen(decision)
    void run(() => {
      if (decision === 'denied' || decision === 'abort')
        return store.actions.deny(session.id, id, { decision })
      // Agents look at one or the other: the decision, or the tools that need no further question.
      const forSession = decision === 'approved_for_session' && { allowTools: [request.tool] }
      return store.actions.approve(session.id, id, { decision, ...forSession })
    })
  }
  const buttonState = (decision: PermissionDecision) => ({
    isBusy: isBusy && chosen === decision,
    disabled: isBusy && chosen !== decision,
    onClick: () => decide(decision),
  })
  return (
    <section
      aria-label={t('permission.label')}
      className="animate-appear flex max-h-[55dvh] flex-col gap-3 rounded-2xl short:max-h-none border border-warn-line bg-warn-soft p-3.5"
    >
      <div className="flex items-start gap-2.5">
        <Icon size={18} aria-hidden className="mt-0.5 shrink-0 text-warn" />
        <div className="min-w-0 flex-1">
          <h2 id={REQUEST_HEADING_ID} tabIndex={-1} className="font-semibold">
            {showControls(headline)}
          </h2>
          {tool.reason !== undefined && <p className="text-sm text-muted">{showControls(tool.reason)}</p>}
          {isFile && (
            <p className="font-mono text-[0.8125rem] text-muted [overflow-wrap:anywhere]">
              {showControls(tool.detail)}
            </p>
          )}
        </div>
        {count !== undefined && <span className="shrink-0 text-sm text-muted tabular-nums">{count}</span>}
      </div>
      <div className="thin-scroll min-h-0 overflow-y-auto short:max-h-24">
        {tool.kind === 'plan' && isObject(request.arguments) && typeof request.arguments.plan === 'string' ? (
          <div className="rounded-lg border border-line bg-raised p-3">
            <MarkdownText text={showControls(request.arguments.plan)} />
          </div>
        ) : (
          <ToolInput name={request.tool} input={request.arguments} folder={folder} />
        )}
      </div>
      {error !== undefined && <Notice kind="danger">{error}</Notice>}
      <div className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap">
        <Button look="primary" {...buttonState('approved')}>
          {t('permission.allow')}
        </Button>
        {tool.kind !== 'plan' && (
          <Button {...buttonState('approved_for_session')} title={t('permission.allowSessionHint')}>
            {t('permission.allowSession')}
          </Button>
        )}
        <Button {...buttonState('denied')} className="sm:ml-auto">
          {t('permission.deny')}
        </Button>
        <Button look="danger-quiet" {...buttonState('abort')}>
          {t('permission.denyStop')}
        </Button>
      </div>
    </section>
  )
}
