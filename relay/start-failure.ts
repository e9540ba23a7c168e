import { ConfigError, type RelayConfig } from './config.ts'

/** Why the relay did not start, in one plain sentence that names the variable to change; it holds no secret. */
export function describeStartFailure(
  error: NodeJS.ErrnoException,
  config: Pick<RelayConfig, 'listenHost' | 'listenPort'> | undefined,
): string {
  if (error instanceof ConfigError) return error.message
  const { code, message } = error
  const { listenHost, listenPort } = config ?? {}
  switch (code) {
    case 'EADDRINUSE':
      return `Another program already listens at port ${listenPort} of ${listenHost}: stop it, or choose another port (SVC_RELAY_LISTEN_PORT).`
    case 'EACCES':
      return `The system does not allow the relay to listen at port ${listenPort}: choose a port above 1023 (SVC_RELAY_LISTEN_PORT).`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAFNOSUPPORT':
      return `This computer has no address ${listenHost} to listen at: correct SVC_RELAY_LISTEN_HOST.`
  }
  return `The relay could not start: ${code ?? message}.`
}
