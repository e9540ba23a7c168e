import { Link } from '@tanstack/react-router'
import { Compass } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** An address that leads nowhere. */
export function NotFound() {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={<Compass size={22} />}
      title={t('notFound.title')}
      isPage
      action={
        <Link to="/" className="font-medium text-accent underline">
          {t('notFound.back')}
        </Link>
      }
    >
      {t('notFound.text')}
    </EmptyState>
  )
}
