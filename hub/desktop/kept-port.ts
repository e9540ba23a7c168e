import { KEEP_PORT_ARGUMENT } from '../../contract/desktop.ts'
import type { Config } from '../config/config.ts'

/** The port that a person chose in the window for this start and all later ones; undefined when none did. */
export function chosenPort(argv: readonly string[]): number | undefined {
  const argument = argv.find((text) => text.startsWith(KEEP_PORT_ARGUMENT))
  const port = Number(argument?.slice(KEEP_PORT_ARGUMENT.length))
  return Number.isInteger(port) && port >= 1 && port <= 65535 ? port : undefined
}

/** Writes the port into the settings file; to be called once the hub does listen there. */
export async function keepPort({ settingsFile, sources }: Config, port: number): Promise<void> {
  await settingsFile.update((stored) => ({ ...stored, listenPort: port }))
  if (sources.listenPort === 'default') sources.listenPort = 'file'
}
