import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { findBridge } from '../../bridge.ts'
import { isBrowserStorageKept, tabStorage } from '../../browser-storage.ts'
import type { SignInLink } from '../../client/sign-in-link.ts'
import { createClient, createStore, type Hub, leave } from '../connection/hub.ts'
import { showToast } from '../toasts/toasts.ts'
import { forgetOpenedByBot, noteOpenedByBot, wasOpenedByBot } from './opened-by-bot.ts'
import { type SignInProblem, signIn, signInByMiniApp } from './sign-in.ts'
import { useAccountBinding } from './use-account-binding.ts'

/** What the page was opened with. */
interface Opening {
  link: SignInLink | undefined
  initData: string | undefined
}

interface SignedInHub {
  /** Undefined while nobody is signed in. */
  hub: Hub | undefined
  isBusy: boolean
  /** The person was shown the form before. */
  hasAsked: boolean
  problem: SignInProblem | undefined
  otherHub: SignInLink | undefined
  submit: (link: SignInLink) => void
  /** Tries the opening by a messaging client once more; undefined where that is of no use. */
  retry: (() => void) | undefined
}

async function renewPage(): Promise<void> {
  const { appVersion } = await import('../web-app/app-version.ts')
  await appVersion.renew()
}

/** Signs in with what the page was opened with, the code kept from before, or the form. */
export function useSignedInHub({ link, initData }: Opening): SignedInHub {
  const { t } = useTranslation()
  const client = useMemo(() => createClient(), [])
  const isOpened = link !== undefined || initData !== undefined
  const [isSignedIn, setSignedIn] = useState(() => !isOpened && client.isSignedIn())
  const [isBusy, setBusy] = useState(() => !isSignedIn && (isOpened || findBridge() !== undefined))
  const [hasAsked, setAsked] = useState(!isBusy)
  const [problem, setProblem] = useState<SignInProblem | undefined>(() =>
    !isSignedIn && !isBusy && wasOpenedByBot(tabStorage) ? 'mini-app-ended' : undefined,
  )
  const [otherHub, setOtherHub] = useState<SignInLink>()
  const binding = useAccountBinding(client, initData)

  const finish = useCallback((found: SignInProblem | undefined) => {
    // Perhaps the page was kept by the browser and the hub has a newer one.
    if (found === 'version' && !findBridge()) void renewPage()
    setBusy(false)
    setProblem(found)
    setAsked(true)
    setSignedIn(found === undefined)
  }, [])

  const submit = useCallback(
    async (next: SignInLink) => {
      setProblem(undefined)
      setOtherHub(undefined)
      // A code never travels to another hub than the one it is for.
      if (next.hub !== undefined && next.hub !== client.baseUrl) {
        setOtherHub(next)
        setBusy(false)
        setAsked(true)
        return
      }
      setBusy(true)
      const found = await signIn(client, next.accessToken)
      if (found === undefined) void binding.signedIn(next.accessToken)
      finish(found)
    },
    [client, binding, finish],
  )

  const openMiniApp = useCallback(
    async (data: string) => {
      setProblem(undefined)
      setBusy(true)
      const found = await signInByMiniApp(client, data)
      if (found === undefined) noteOpenedByBot(tabStorage)
      if (found === 'not-bound') binding.offer()
      // A code kept from before is as good as in any browser, except for an account that shall be connected.
      else if (client.isSignedIn()) return finish(undefined)
      finish(found)
    },
    [client, binding, finish],
  )

  const tellOfForgetting = useCallback(() => {
    // Whoever came by a link saw no form, which says it too.
    if (isBrowserStorageKept || !client.isSignedIn()) return
    showToast({ title: t('signIn.notKept'), body: t('signIn.notKeptText') })
  }, [client, t])

  const hasBegun = useRef(false)
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    if (link) void submit(link).then(tellOfForgetting)
    else if (initData !== undefined) void openMiniApp(initData)
    else if (!client.isSignedIn()) {
      const asked = findBridge()?.accessToken()
      asked?.then(
        (accessToken) => submit({ hub: undefined, accessToken }),
        () => setBusy(false),
      )
    }
  }, [client, link, initData, submit, openMiniApp, tellOfForgetting])

  useEffect(
    () =>
      client.onSignedOut((refused) => {
        setProblem(refused === 'mini-app' ? 'mini-app-ended' : 'rotated')
        setSignedIn(false)
      }),
    [client],
  )

  const hub = useMemo<Hub | undefined>(() => {
    if (!isSignedIn) return undefined
    const signOut = () => {
      const done = () => {
        forgetOpenedByBot(tabStorage)
        setProblem(undefined)
        setSignedIn(false)
      }
      leave(client).then(done, done)
    }
    return { client, store: createStore(client), signOut }
  }, [client, isSignedIn])

  useEffect(() => {
    if (!hub) return
    hub.store.start()
    return () => hub.store.stop()
  }, [hub])

  const retry =
    problem === 'unreachable' && initData !== undefined ? () => void openMiniApp(initData) : undefined
  return { hub, isBusy, hasAsked, problem, otherHub, submit, retry }
}
