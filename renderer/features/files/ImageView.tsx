import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

interface ImageViewProps {
  name: string
  bytes: Uint8Array<ArrayBuffer>
  mimeType: string
}

/** A picture, as large as fits; one that is none after all is said to be no text. */
export function ImageView({ name, bytes, mimeType }: ImageViewProps) {
  const { t } = useTranslation()
  const [address, setAddress] = useState<string>()
  const [isBroken, setBroken] = useState(false)
  useEffect(() => {
    // As a picture even a drawing with scripts in it runs none.
    const made = URL.createObjectURL(new Blob([bytes], { type: mimeType }))
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [bytes, mimeType])
  if (isBroken) return <p className="p-4 text-sm text-muted">{t('files.binary')}</p>
  return (
    <div className="thin-scroll flex min-h-0 flex-1 overflow-auto bg-sunken p-4">
      {address !== undefined && (
        <img
          src={address}
          alt={t('files.imageOf', { name })}
          onError={() => setBroken(true)}
          className="m-auto max-h-full max-w-full rounded-lg border border-line bg-raised"
        />
      )}
    </div>
  )
}
