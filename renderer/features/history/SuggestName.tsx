import { useQuery } from '@tanstack/react-query'
import { WandSparkles } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getHealth } from '../../../contract/auth.ts'
import { suggestTitle } from '../../../contract/title.ts'
import { ClientError } from '../../client/client-error.ts'
import { Button } from '../../ui/Button.tsx'
import { failureText } from '../connection/failure-text.ts'
import { useHub } from '../connection/hub-context.ts'
import { sessionQueries } from '../files/session-queries.ts'

interface SuggestNameProps {
  sessionId: string
  onName: (name: string) => void
}

/** A name made from the conversation, where the hub can make one. */
export function SuggestName({ sessionId, onName }: SuggestNameProps) {
  const { t } = useTranslation()
  const { client } = useHub()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const { data } = useQuery(
    { queryKey: ['health'], queryFn: ({ signal }) => client.call(getHealth, { signal }), staleTime: 60_000 },
    sessionQueries,
  )
  if (data?.capabilities.titleSuggestion !== true) return null
  const suggest = async () => {
    setBusy(true)
    setError(undefined)
    try {
      onName((await client.call(suggestTitle, { params: { id: sessionId } })).title)
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  const status = error instanceof ClientError ? error.status : undefined
  return (
    <div>
      <Button
        size="small"
        look="quiet"
        isBusy={isBusy}
        icon={<WandSparkles size={15} aria-hidden />}
        onClick={() => void suggest()}
      >
        {t('historyDialog.suggest')}
      </Button>
      {error !== undefined && (
        <p role="alert" className="mt-1 text-sm text-danger">
          {status === 422
            ? t('historyDialog.suggestNothing')
            : status === 502 || status === 503
              ? t('historyDialog.suggestFailed')
              : failureText(t, error)}
        </p>
      )}
    </div>
  )
}
