import { Copy, Download, FolderOpen } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DesktopBridge } from '../../../contract/desktop-calls.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Section } from '../../ui/Section.tsx'

type Outcome = { kind: 'done'; text: string } | { kind: 'failed' }

/** What to hand to somebody who helps: a report to paste, a file to attach, the folders themselves. */
export function DesktopDiagnostics({ bridge }: { bridge: DesktopBridge }) {
  const { t } = useTranslation()
  const [outcome, setOutcome] = useState<Outcome>()
  const [isBusy, setBusy] = useState(false)
  const act = async (work: () => Promise<string | undefined>) => {
    setBusy(true)
    setOutcome(undefined)
    try {
      const text = await work()
      if (text !== undefined) setOutcome({ kind: 'done', text })
    } catch {
      setOutcome({ kind: 'failed' })
    } finally {
      setBusy(false)
    }
  }
  const copy = async () => {
    await bridge.copyDiagnosticsReport()
    return t('desktop.reportCopied')
  }
  const save = async () => {
    const saved = await bridge.saveDiagnostics()
    return saved ? t('desktop.bundleSaved', saved) : undefined
  }
  const open = (folder: 'logs' | 'data') => async () => {
    await bridge.openFolder({ folder })
    return undefined
  }
  const icon = { size: 16, 'aria-hidden': true }
  return (
    <Section title={t('desktop.diagnostics')} hint={t('desktop.diagnosticsHint')}>
      <div className="flex flex-wrap gap-2">
        <Button icon={<Copy {...icon} />} isBusy={isBusy} onClick={() => act(copy)}>
          {t('desktop.copyReport')}
        </Button>
        <Button icon={<Download {...icon} />} isBusy={isBusy} onClick={() => act(save)}>
          {t('desktop.saveBundle')}
        </Button>
        <Button icon={<FolderOpen {...icon} />} onClick={() => act(open('logs'))}>
          {t('desktop.openLogs')}
        </Button>
        <Button icon={<FolderOpen {...icon} />} onClick={() => act(open('data'))}>
          {t('desktop.openData')}
        </Button>
      </div>
      <div role="status">{outcome?.kind === 'done' && <Notice className="mt-3">{outcome.text}</Notice>}</div>
      {outcome?.kind === 'failed' && (
        <Notice kind="danger" className="mt-3">
          {t('desktop.notDone')}
        </Notice>
      )}
    </Section>
  )
}
