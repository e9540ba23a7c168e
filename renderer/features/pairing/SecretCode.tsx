import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../ui/CopyButton.tsx'

/** Stands for a code that is not shown; as long for every code, so that not even its length shows. */
export const MASK = '•'.repeat(16)

interface SecretCodeProps {
  address: string
  code: string
  isShown: boolean
}

/** What is typed where nothing can be scanned; both can be copied without being shown. */
export function SecretCode({ address, code, isShown }: SecretCodeProps) {
  const { t } = useTranslation()
  return (
    <dl className="flex flex-col gap-2">
      <Line name={t('pair.hubAddress')} value={address} text={address} />
      <Line name={t('pair.code')} value={code} text={isShown ? code : MASK} isMasked={!isShown} />
    </dl>
  )
}

interface LineProps {
  name: string
  /** What is copied. */
  value: string
  /** What is seen. */
  text: string
  isMasked?: boolean
}

function Line({ name, value, text, isMasked = false }: LineProps) {
  const { t } = useTranslation()
  return (
    <div className="relative rounded-lg bg-sunken py-1.5 pr-14 pl-3">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="min-h-6 font-mono text-sm [overflow-wrap:anywhere]">
        {isMasked ? (
          <>
            <span aria-hidden>{text}</span>
            <span className="sr-only">{t('pair.hidden')}</span>
          </>
        ) : (
          text
        )}
        <CopyButton text={value} name={name} className="absolute inset-y-0 right-1 my-auto" />
      </dd>
    </div>
  )
}
