import { ImageOff } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showControls } from '../../decode/show-controls.ts'
import { type ResultPicture, resultPictures } from './result-pictures.ts'
import { useSome } from './use-some.tsx'

const FIRST_PICTURES = 4

interface ResultPicturesProps {
  result: unknown
  /** Of the file they were read from. */
  name: string | undefined
}

/** The pictures a tool brought. */
export function ResultPictures({ result, name }: ResultPicturesProps) {
  const pictures = useMemo(() => resultPictures(result), [result])
  const { some, more } = useSome(pictures, FIRST_PICTURES)
  return (
    <>
      {some.map((picture, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pictures of one result keep their places
        <Picture key={index} picture={picture} name={name} />
      ))}
      {more}
    </>
  )
}

function Picture({ picture, name }: { picture: ResultPicture; name: string | undefined }) {
  const { t } = useTranslation()
  const [isBroken, setBroken] = useState(false)
  if ('problem' in picture || isBroken) {
    const isTooLarge = 'problem' in picture && picture.problem === 'too-large'
    return (
      <p className="flex items-center gap-2 px-1 text-sm text-muted">
        <ImageOff size={16} aria-hidden className="shrink-0" />
        {t(isTooLarge ? 'toolCards.pictureTooLarge' : 'toolCards.picture')}
      </p>
    )
  }
  return (
    <img
      src={picture.address}
      alt={name === undefined ? t('conversation.image') : t('files.imageOf', { name: showControls(name) })}
      decoding="async"
      onError={() => setBroken(true)}
      // Thin or see-through pictures would be lost on the page.
      className="max-h-96 min-h-4 max-w-full self-start rounded-lg border border-line bg-raised object-contain"
    />
  )
}
