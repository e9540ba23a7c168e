import { useTranslation } from 'react-i18next'

/** How a computer becomes able to run agents, for people who have not done it before. */
export function ConnectSteps() {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-3 text-left text-sm">
      <p className="text-muted">{t('connect.intro')}</p>
      <ol className="list-decimal space-y-2 pl-5 marker:text-faint">
        <li>{t('connect.step1')}</li>
        <li>{t('connect.step2', { address: window.location.origin })}</li>
        <li>{t('connect.step3')}</li>
      </ol>
      <p className="text-muted">{t('connect.waiting')}</p>
    </div>
  )
}
