import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { forkPart, type Part } from './fork-part.ts'
import { freePort } from './free-port.ts'
import { HubApi } from './hub-api.ts'

const TOKEN = 'journeys-0123456789-abcdefghijklmnopqrstuvwxyz'
/** Where phones are told to find the hub. Nobody is there: the hub looks once when pairing opens, and says so. */
export const PUBLIC_URL = 'https://hub.example.net'
/** The simulated agents think this many times faster than people would like to watch. */
const SPEED = '20'

/** The built product on a throw-away data folder. */
export interface App {
  origin: string
  token: string
  api: HubApi
  /** The link a phone's camera would open. */
  signInLink(origin?: string): string
}

/** A running product; `startMachine` lets the simulated machine join it. */
export interface Product extends App {
  startMachine(): Promise<void>
  /** Ends the hub as a person does and starts it again, on the same folder and address. */
  restartHub(): Promise<void>
  /** Ends all parts and removes the data folder. */
  stop(): Promise<void>
}

/** Starts the built hub, with `settings` of its environment beside those of every test. */
export async function startProduct(settings: Record<string, string> = {}): Promise<Product> {
  const home = mkdtempSync(join(tmpdir(), 'svc-hub-e2e-'))
  const env = {
    SVC_HOME: home,
    SVC_LISTEN_HOST: '127.0.0.1',
    SVC_LISTEN_PORT: String(await freePort()),
    CLI_API_TOKEN: TOKEN,
    SVC_PUBLIC_URL: PUBLIC_URL,
    ...settings,
  }
  const parts: Part[] = []
  const stop = async () => {
    for (const part of parts) await part.stop()
    rmSync(home, { recursive: true, force: true })
  }
  try {
    let hub = await forkPart('hub', env)
    parts.unshift(hub)
    const origin = hub.origin ?? ''
    return {
      origin,
      token: TOKEN,
      api: await HubApi.signIn(origin, TOKEN),
      signInLink: (at = origin) => `${at}/?${new URLSearchParams({ hub: at, token: TOKEN })}`,
      startMachine: async () => {
        parts.unshift(await forkPart('demo', { ...env, SVC_API_URL: origin, SVC_DEMO_SPEED: SPEED }))
      },
      restartHub: async () => {
        await hub.stop()
        const next = await forkPart('hub', env)
        parts[parts.indexOf(hub)] = next
        hub = next
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
