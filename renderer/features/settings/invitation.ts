import { OWNER_NAMESPACE } from '../../../contract/auth.ts'

/**
 * Names that travel everywhere: the grammar of access tokens allows nearly every name, but a runner sends it in an
 * HTTP header, and people type it into command lines.
 */
const NAME = /^[A-Za-z0-9._-]{1,40}$/

/** What is wrong with the name of a guest's namespace; undefined when it can be used. */
export function nameProblem(name: string): 'invalid' | 'reserved' | undefined {
  if (!NAME.test(name)) return 'invalid'
  // In capitals it would be a namespace of its own, which nobody would tell from the owner's.
  return name.toLowerCase() === OWNER_NAMESPACE ? 'reserved' : undefined
}

/**
 * The access token that opens a namespace (spec: Access-token grammar).
 * @param ownCode the owner's access token, with or without the name of the owner's own namespace
 */
export function invitationCode(ownCode: string, name: string): string {
  const base = ownCode.endsWith(`:${OWNER_NAMESPACE}`)
    ? ownCode.slice(0, -OWNER_NAMESPACE.length - 1)
    : ownCode
  return `${base}:${name}`
}
