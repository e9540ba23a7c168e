import { Braces, FileText } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EXPORT_MESSAGES_MAX, SessionExport } from '../../../contract/history.ts'
import { formatFull } from '../../i18n/format.ts'
import { formatBytes } from '../../i18n/format-bytes.ts'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { eventText } from '../chat/event-words.ts'
import { failureText } from '../connection/failure-text.ts'
import { useHub } from '../connection/hub-context.ts'
import { saveFile } from '../files/save-file.ts'
import { exportName } from './export-name.ts'
import { exportSize, loadExport } from './load-export.ts'
import { sessionMarkdown } from './session-markdown.ts'

type Kind = 'markdown' | 'json'

interface ExportDialogProps {
  sessionId: string
  title: string
  onClose: () => void
}

/** Saves the conversation as a file: to read, or everything there is. */
export function ExportDialog({ sessionId, title, onClose }: ExportDialogProps) {
  const { t, i18n } = useTranslation()
  const { client } = useHub()
  const [kind, setKind] = useState<Kind>()
  const [progress, setProgress] = useState<number | 'making'>(0)
  const [failure, setFailure] = useState<{ kind: Kind; error: unknown }>()
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])
  const size = failure && exportSize(failure.error)
  const canForce = size?.limit === EXPORT_MESSAGES_MAX
  const number = (value: number) => new Intl.NumberFormat(i18n.language).format(value)

  const start = async (wanted: Kind, force = false) => {
    controller.current = new AbortController()
    const { signal } = controller.current
    setKind(wanted)
    setFailure(undefined)
    setProgress(0)
    try {
      const json = await loadExport(client, sessionId, { force, signal, onProgress: setProgress })
      setProgress('making')
      const now = Date.now()
      if (wanted === 'json') saveFile(exportName(title, now, 'json'), json)
      else {
        const text = sessionMarkdown(SessionExport.parse(JSON.parse(await json.text())), {
          title,
          you: t('conversation.you'),
          thought: t('conversation.thought'),
          anyAgent: t('notices.anyAgent'),
          notes: t('tabs.notes'),
          formatTime: (at) => formatFull(at, i18n.language),
          event: (item) => eventText(item, t, i18n.language),
          error: t('events.error'),
        })
        saveFile(exportName(title, now, 'md'), new Blob([text], { type: 'text/markdown' }))
      }
      announce(t('historyDialog.exportDone'))
      onClose()
    } catch (error) {
      if (!signal.aborted) setFailure({ kind: wanted, error })
    } finally {
      setKind(undefined)
    }
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('historyDialog.exportTitle')}
      description={t('historyDialog.exportText')}
    >
      <div className="flex flex-col gap-2">
        <Choice
          icon={<FileText size={20} aria-hidden />}
          label={t('historyDialog.exportMarkdown')}
          hint={t('historyDialog.exportMarkdownHint')}
          isDisabled={kind !== undefined}
          onChoose={() => void start('markdown')}
        />
        <Choice
          icon={<Braces size={20} aria-hidden />}
          label={t('historyDialog.exportJson')}
          hint={t('historyDialog.exportJsonHint')}
          isDisabled={kind !== undefined}
          onChoose={() => void start('json')}
        />
        <p role="status" className="flex min-h-6 items-center gap-2 text-sm text-muted">
          {kind !== undefined && (
            <>
              <Spinner />
              {progress === 'making'
                ? t('historyDialog.exportMaking')
                : t('historyDialog.exporting', { size: formatBytes(progress, i18n.language) })}
            </>
          )}
        </p>
        {failure && (
          <Notice
            kind={canForce ? 'warn' : 'danger'}
            action={
              canForce && (
                <Button size="small" onClick={() => void start(failure.kind, true)}>
                  {t('historyDialog.exportAnyway')}
                </Button>
              )
            }
          >
            {size
              ? canForce
                ? t('historyDialog.exportMany', { messages: number(size.count) })
                : t('historyDialog.exportTooLarge', {
                    size: formatBytes(size.count, i18n.language),
                    limit: formatBytes(size.limit, i18n.language),
                  })
              : failureText(t, failure.error)}
          </Notice>
        )}
      </div>
    </Dialog>
  )
}

interface ChoiceProps {
  icon: ReactNode
  label: string
  hint: string
  isDisabled: boolean
  onChoose: () => void
}

function Choice({ icon, label, hint, isDisabled, onChoose }: ChoiceProps) {
  return (
    <button
      type="button"
      disabled={isDisabled}
      onClick={onChoose}
      className="flex min-h-14 items-center gap-3 rounded-xl border border-line px-4 py-2 text-left hover:bg-hover disabled:opacity-50"
    >
      <span className="text-accent">{icon}</span>
      <span>
        <span className="block font-medium">{label}</span>
        <span className="block text-sm text-muted">{hint}</span>
      </span>
    </button>
  )
}
