import { useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { HubClient } from '../../client/hub-client.ts'
import { showToast } from '../toasts/toasts.ts'
import { bindAccount } from './sign-in.ts'

/** Connects the messaging account that the page was opened by, once the person has signed in with the code. */
export function useAccountBinding(client: HubClient, initData: string | undefined) {
  const { t } = useTranslation()
  const isOffered = useRef(false)
  return useMemo(
    () => ({
      /** The hub does not know the account yet. */
      offer: () => {
        isOffered.current = true
      },
      /** Says what came of it; the person is signed in in any case. */
      signedIn: async (accessToken: string) => {
        if (!isOffered.current || initData === undefined) return
        isOffered.current = false
        const isBound = await bindAccount(client, { initData, accessToken })
        showToast(
          isBound
            ? { title: t('signIn.bound') }
            : { title: t('signIn.notBound'), body: t('signIn.notBoundText'), kind: 'danger' },
        )
      },
    }),
    [client, initData, t],
  )
}
