import { Paperclip } from 'lucide-react'
import { useRef } from 'react'
import { IconButton } from '../../ui/IconButton.tsx'

interface AttachButtonProps {
  label: string
  onFiles: (files: readonly File[]) => void
  /** Kinds of files to offer, as `accept` of a file field. */
  accept?: string | undefined
}

/** Picks files from this device. */
export function AttachButton({ label, onFiles, accept }: AttachButtonProps) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={field}
        type="file"
        multiple
        hidden
        accept={accept}
        aria-label={label}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          // The same file can be picked again.
          event.target.value = ''
        }}
      />
      <IconButton label={label} onClick={() => field.current?.click()}>
        <Paperclip size={18} aria-hidden />
      </IconButton>
    </>
  )
}
