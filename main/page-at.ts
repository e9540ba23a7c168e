import { pathToFileURL } from 'node:url'
import type { CallFrom } from '../contract/desktop.ts'

/** Which of the shell's own pages stands at this address; undefined for every other one. */
export function pageAtAddress(
  address: string,
  { shellPage, hubOrigin }: { shellPage: string; hubOrigin: string | undefined },
): CallFrom | undefined {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  if (url.protocol === 'file:') {
    return url.pathname === pathToFileURL(shellPage).pathname ? 'shell-page' : undefined
  }
  return hubOrigin !== undefined && url.origin === hubOrigin ? 'hub-page' : undefined
}
