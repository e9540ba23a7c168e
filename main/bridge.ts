import {
  type CallFrom,
  DESKTOP_CALLS,
  type DesktopCallName,
  type DesktopInput,
  type DesktopOutput,
} from '../contract/desktop.ts'

/** Who called, as Electron tells it. */
export interface CallSource {
  /** The call came from the window itself, not from a frame inside it or from another window. */
  isMainFrame: boolean
  /** The address of the page that called. */
  url: string
}

/** What answers each call; the input was checked before. */
export type CallHandlers = {
  [Name in DesktopCallName]: (input: DesktopInput<Name>) => DesktopOutput<Name> | Promise<DesktopOutput<Name>>
}

export interface GateParts {
  /** Which of the shell's own pages stands at this address; undefined for every other page. */
  pageAt(url: string): CallFrom | undefined
  handlers: CallHandlers
  log(line: string): void
}

/** A call that was not let through, or that failed; the page sees the message and nothing else. */
export class CallRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CallRefused'
  }
}

/**
 * The one gate between the page and the shell: lets through a call that is known, of the right shape, and from
 * the page it is for, and answers with what the contract says.
 */
export function createGate({ pageAt, handlers, log }: GateParts) {
  return async (source: CallSource, message: unknown): Promise<unknown> => {
    const name = nameOf(message)
    if (name === undefined) throw refuse(log, 'an unknown call')
    const { from, input, output } = DESKTOP_CALLS[name]
    if (!source.isMainFrame || pageAt(source.url) !== from) throw refuse(log, `${name} from another page`)
    const parsed = input.safeParse((message as { input?: unknown }).input ?? null)
    if (!parsed.success) throw refuse(log, `${name} of the wrong shape`)
    try {
      const handler = handlers[name] as (input: unknown) => unknown
      return output.parse(await handler(parsed.data))
    } catch (error) {
      log(`The call ${name} failed: ${(error as Error).message}`)
      throw new CallRefused(`${name} did not work`)
    }
  }
}

function refuse(log: (line: string) => void, what: string): CallRefused {
  log(`Refused ${what}`)
  return new CallRefused('This call is not allowed')
}

function nameOf(message: unknown): DesktopCallName | undefined {
  if (typeof message !== 'object' || message === null) return undefined
  const { name } = message as { name?: unknown }
  return typeof name === 'string' && Object.hasOwn(DESKTOP_CALLS, name)
    ? (name as DesktopCallName)
    : undefined
}
