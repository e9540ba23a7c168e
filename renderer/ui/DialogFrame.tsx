import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './IconButton.tsx'

export interface DialogProps {
  isOpen: boolean
  onClose: () => void
  title: string
  /** Said with the title; also shown. */
  description?: string
  children: ReactNode
}

/** Where typing or deciding begins: the first field, else the first button, rather than the one that closes. */
function focusFirst(event: Event, body: HTMLElement | null): void {
  const first =
    body?.querySelector<HTMLElement>('input:not([type="file"]), textarea, select') ??
    body?.querySelector<HTMLElement>('button:not(:disabled)')
  if (!first) return
  event.preventDefault()
  first.focus()
}

/** A dialog in the middle of the window; at the bottom of a phone. */
export function DialogFrame({
  isOpen,
  onClose,
  onClosed,
  title,
  description,
  children,
}: DialogProps & { onClosed: () => void }) {
  const { t } = useTranslation()
  const body = useRef<HTMLDivElement>(null)
  return (
    <Primitive.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 bg-shade" />
        <Primitive.Content
          onOpenAutoFocus={(event) => focusFirst(event, body.current)}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            onClosed()
          }}
          {...(description === undefined && { 'aria-describedby': undefined })}
          className="animate-appear fixed inset-x-0 bottom-0 z-50 max-h-[90dvh] overflow-y-auto rounded-t-2xl bg-raised p-5 shadow-float sm:inset-auto sm:top-1/2 sm:left-1/2 sm:w-[26rem] sm:-translate-1/2 sm:rounded-2xl"
        >
          <div className="mb-3 flex items-start gap-3">
            <Primitive.Title className="min-w-0 flex-1 pt-1 text-base font-semibold">{title}</Primitive.Title>
            <Primitive.Close asChild>
              <IconButton label={t('common.close')} className="-mt-1 -mr-2">
                <X size={18} aria-hidden />
              </IconButton>
            </Primitive.Close>
          </div>
          {description !== undefined && (
            <Primitive.Description className="mb-4 text-sm text-muted">{description}</Primitive.Description>
          )}
          <div ref={body}>{children}</div>
          <div className="safe-bottom" />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
