import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from './announce.ts'
import { IconButton } from './IconButton.tsx'

const SHOW_DONE_MS = 1500

/** Copies `text` and says so. */
export function CopyButton({ text, className }: { text: string; className?: string }) {
  const { t } = useTranslation()
  const [isDone, setDone] = useState(false)
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => setDone(false), SHOW_DONE_MS)
    return () => clearTimeout(timer)
  }, [isDone])
  const copy = async () => {
    const isCopied = await writeClipboard(text)
    setDone(isCopied)
    announce(isCopied ? t('common.copied') : t('common.copyFailed'))
  }
  return (
    <IconButton
      label={isDone ? t('common.copied') : t('common.copy')}
      onClick={copy}
      {...(className !== undefined && { className })}
    >
      {isDone ? <Check size={15} aria-hidden /> : <Copy size={15} aria-hidden />}
    </IconButton>
  )
}

/** The clipboard only exists where the page came over https or from this computer. */
async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
