import type { Readable } from 'node:stream'
import { utilityProcess } from 'electron'
import { KEEP_PORT_ARGUMENT } from '../contract/desktop.ts'
import type { Clock } from './clock.ts'
import { HubOutput } from './hub-output.ts'
import type { HubChild, StartOptions } from './hub-process.ts'

export interface HubChildParts {
  /** The built hub, `dist/hub/index.js`. */
  program: string
  env: Record<string, string | undefined>
  /** Takes everything the hub writes. */
  write(chunk: Uint8Array): void
  clock: Clock
}

/** Starts the built hub as a utility process of Electron. */
export function startHubChild(
  { program, env, write, clock }: HubChildParts,
  options: StartOptions,
): HubChild {
  const child = utilityProcess.fork(program, argumentsOf(options), {
    env: environment(env, options),
    stdio: 'pipe',
    serviceName: 'Svc Hub',
  })
  const { stdout, stderr } = child
  // Electron hands them out as what a process reads from, typed as any stream.
  const output = new HubOutput({
    stdout: stdout as Readable | null,
    stderr: stderr as Readable | null,
    write,
    clock,
  })
  // The report that comes with it holds the whole environment, so it is written nowhere.
  child.on('error', (type, location) => output.add(`The hub's process failed: ${type} at ${location}`))
  return {
    send: (command) => child.postMessage(command),
    kill: () => void child.kill(),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.once('exit', (code) => output.readToEnd(() => listener(code))),
    lastWords: () => output.lastWords,
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
