import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureText } from './failure-text.ts'

export interface Action {
  isBusy: boolean
  /** Why the last try failed, for people. */
  error: string | undefined
  /** Resolves to whether it went well; never rejects. */
  run(work: () => Promise<unknown>): Promise<boolean>
  clear(): void
}

/** Something a press sets off: busy meanwhile, a sentence when it failed. */
export function useAction(): Action {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const run = useCallback(
    async (work: () => Promise<unknown>) => {
      setBusy(true)
      setError(undefined)
      try {
        await work()
        return true
      } catch (failure) {
        setError(failureText(t, failure))
        return false
      } finally {
        setBusy(false)
      }
    },
    [t],
  )
  const clear = useCallback(() => setError(undefined), [])
  return { isBusy, error, run, clear }
}
