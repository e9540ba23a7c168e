import { EyeOff } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { qrPicture } from './qr-picture.ts'

interface QrCodeProps {
  title: string
  hint: string
  /** What it holds; undefined while it is a secret. */
  text: string | undefined
}

/** A code to scan, black on white in every theme; a blank while it is hidden. */
export function QrCode({ title, hint, text }: QrCodeProps) {
  const { t } = useTranslation()
  return (
    <figure className="flex min-w-0 flex-col items-center gap-2 text-center">
      <div className="flex aspect-square w-full max-w-72 items-center justify-center overflow-hidden rounded-xl border border-line bg-sunken">
        {text === undefined ? (
          <span className="flex flex-col items-center gap-2 text-sm text-faint">
            <EyeOff size={28} aria-hidden />
            {t('pair.hidden')}
          </span>
        ) : (
          <Picture text={text} label={t('pair.codeImage', { title })} />
        )}
      </div>
      <figcaption>
        <span className="block font-medium">{title}</span>
        <span className="block text-sm text-muted">{hint}</span>
      </figcaption>
    </figure>
  )
}

function Picture({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => qrPicture(text), [text])
  return (
    <svg
      role="img"
      aria-label={label}
      data-testid="qr-code"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-full"
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  )
}
