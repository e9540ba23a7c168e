import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { useHold } from '../chat/conversation-context.ts'
import { CodeBlock } from './CodeBlock.tsx'

/** All of a call as the agent sent it, on request. */
export function AsItCame({ value }: { value: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation()
  const hold = useHold()
  const [isOpen, setOpen] = useState(false)
  const toggle = () => {
    hold()
    setOpen(!isOpen)
  }
  return (
    <>
      <Button
        size="small"
        look="quiet"
        aria-expanded={isOpen}
        onClick={toggle}
        className="self-start text-muted"
      >
        {t('toolCards.asItCame')}
      </Button>
      {isOpen && <Json value={value} />}
    </>
  )
}

function Json({ value }: { value: unknown }) {
  const text = useMemo(() => JSON.stringify(value, undefined, 2), [value])
  return <CodeBlock text={text} />
}
