import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { findBridge } from '../../bridge.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'

/** In the desktop window the hub is restarted with one press; elsewhere it is said what to do. */
export function RestartOffer() {
  const { t } = useTranslation()
  const bridge = findBridge()
  const [phase, setPhase] = useState<'offered' | 'restarting' | 'failed'>('offered')
  if (!bridge) return <Notice kind="warn">{t('configuration.restartByHand')}</Notice>
  const restart = () => {
    setPhase('restarting')
    bridge.restartHub().catch(() => setPhase('failed'))
  }
  if (phase === 'restarting') return <Notice>{t('configuration.restarting')}</Notice>
  return (
    <Notice
      kind={phase === 'failed' ? 'danger' : 'warn'}
      action={
        <Button size="small" onClick={restart}>
          {t('configuration.restartNow')}
        </Button>
      }
    >
      {t(phase === 'failed' ? 'desktop.notDone' : 'configuration.restart')}
    </Notice>
  )
}
