import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from './announce.ts'
import { writeClipboard } from './clipboard.ts'
import { IconButton } from './IconButton.tsx'

const SHOW_DONE_MS = 1500

interface CopyButtonProps {
  text: string
  /** What is copied, where several things can be. */
  name?: string
  className?: string
}

/** Copies `text` and says so. */
export function CopyButton({ text, name, className }: CopyButtonProps) {
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
      label={isDone ? t('common.copied') : [t('common.copy'), name].filter(Boolean).join(': ')}
      onClick={copy}
      {...(className !== undefined && { className })}
    >
      {isDone ? <Check size={15} aria-hidden /> : <Copy size={15} aria-hidden />}
    </IconButton>
  )
}
