import { utilityProcess } from 'electron'
import { KEEP_PORT_ARGUMENT } from '../contract/desktop.ts'
import type { HubChild, StartOptions } from './hub-process.ts'
import { redact } from './redact.ts'

const LAST_WORDS_MAX = 1500

export interface HubChildParts {
  /** The built hub, `dist/hub/index.js`. */
  program: string
  env: Record<string, string | undefined>
  /** Takes everything the hub writes. */
  write(chunk: Uint8Array): void
}

/** Starts the built hub as a utility process of Electron. */
export function startHubChild({ program, env, write }: HubChildParts, options: StartOptions): HubChild {
  const child = utilityProcess.fork(program, argumentsOf(options), {
    env: environment(env, options),
    stdio: 'pipe',
    serviceName: 'Svc Hub',
  })
  let lastWords = ''
  child.stdout?.on('data', write)
  child.stderr?.on('data', (chunk: Buffer) => {
    write(chunk)
    lastWords = (lastWords + chunk.toString()).slice(-LAST_WORDS_MAX)
  })
  return {
    send: (command) => child.postMessage(command),
    kill: () => void child.kill(),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.once('exit', listener),
    lastWords: () => redact(lastWords).trim(),
  }
}

function argumentsOf({ keepPort }: StartOptions): string[] {
  return keepPort === undefined ? [] : [`${KEEP_PORT_ARGUMENT}${keepPort}`]
}

/** A hub that knows its parent for the shell also tells it the owner's code. */
function environment(env: Record<string, string | undefined>, { listenHost }: StartOptions) {
  const all = {
    ...env,
    SVC_DESKTOP_SHELL: '1',
    ...(listenHost !== undefined && { SVC_LISTEN_HOST: listenHost }),
  }
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
