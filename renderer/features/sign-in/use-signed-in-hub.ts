import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { findBridge } from '../../bridge.ts'
import type { SignInLink } from '../../client/sign-in-link.ts'
import { createClient, createStore, type Hub, leave } from '../connection/hub.ts'
import { type SignInProblem, signIn } from './sign-in.ts'

interface SignedInHub {
  /** Undefined while nobody is signed in. */
  hub: Hub | undefined
  isBusy: boolean
  /** The person was shown the form before. */
  hasAsked: boolean
  problem: SignInProblem | undefined
  otherHub: SignInLink | undefined
  submit: (link: SignInLink) => void
}

async function renewPage(): Promise<void> {
  const { appVersion } = await import('../web-app/app-version.ts')
  await appVersion.renew()
}

/** Signs in with the link the page was opened with, the code kept from before, or the form. */
export function useSignedInHub(link: SignInLink | undefined): SignedInHub {
  const client = useMemo(() => createClient(), [])
  const [isSignedIn, setSignedIn] = useState(() => link === undefined && client.isSignedIn())
  const [isBusy, setBusy] = useState(() => !isSignedIn && (link !== undefined || findBridge() !== undefined))
  const [hasAsked, setAsked] = useState(!isBusy)
  const [problem, setProblem] = useState<SignInProblem>()
  const [otherHub, setOtherHub] = useState<SignInLink>()

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
      // Perhaps the page was kept by the browser and the hub has a newer one.
      if (found === 'version' && !findBridge()) void renewPage()
      setBusy(false)
      setProblem(found)
      setAsked(true)
      setSignedIn(found === undefined)
    },
    [client],
  )

  const hasBegun = useRef(false)
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    if (link) void submit(link)
    else if (!client.isSignedIn()) {
      const asked = findBridge()?.accessToken()
      asked?.then(
        (accessToken) => submit({ hub: undefined, accessToken }),
        () => setBusy(false),
      )
    }
  }, [client, link, submit])

  useEffect(
    () =>
      client.onSignedOut(() => {
        setProblem('rotated')
        setSignedIn(false)
      }),
    [client],
  )

  const hub = useMemo<Hub | undefined>(() => {
    if (!isSignedIn) return undefined
    const signOut = () => {
      const done = () => {
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

  return { hub, isBusy, hasAsked, problem, otherHub, submit }
}
