import type { Environment } from './config.ts'

/** A host that was named and cannot be used: the provider's own must not take its place. */
export class BadOrigin extends Error {
  constructor(variable: string) {
    super(`the environment variable ${variable} must be an http:// or https:// address`)
    this.name = 'BadOrigin'
  }
}

/** What the variable names instead of a provider's host; undefined when it is blank. @throws BadOrigin */
export function providerOrigin(env: Environment, variable: string): string | undefined {
  const origin = env[variable]?.trim() || undefined
  if (origin !== undefined && !/^https?:$/.test(URL.parse(origin)?.protocol ?? '')) {
    throw new BadOrigin(variable)
  }
  return origin
}
