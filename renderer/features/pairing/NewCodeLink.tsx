import { useTranslation } from 'react-i18next'
import { TextLink } from '../../ui/TextLink.tsx'

/** To where the sign-in code is replaced, which signs everybody out who has the old one. */
export function NewCodeLink() {
  const { t } = useTranslation()
  return (
    <TextLink to="/settings" hash="security">
      {t('pair.rotate')}
    </TextLink>
  )
}
