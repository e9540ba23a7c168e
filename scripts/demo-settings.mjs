// @ts-check
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const defaultHost = '127.0.0.1'
const defaultPort = 3006

/**
 * @param {string} host
 * @param {number} port 0 for any
 * @returns {Promise<number | undefined>} the port that could be listened on
 */
function tryPort(host, port) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen(port, host, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : undefined))
    })
  })
}

/**
 * The environment of a demo: a throw-away data folder, a token, and a free port. What the caller's
 * environment already names is kept, except the data folder.
 * @returns {Promise<{ env: Record<string, string>, hasOwnToken: boolean, remove: () => void }>}
 *   `hasOwnToken`: the token is the caller's; `remove` deletes the folder
 */
export async function demoSettings() {
  const home = mkdtempSync(join(tmpdir(), 'svc-hub-demo-'))
  const host = process.env.SVC_LISTEN_HOST || defaultHost
  const port =
    process.env.SVC_LISTEN_PORT || String((await tryPort(host, defaultPort)) ?? (await tryPort(host, 0)) ?? 0)
  const token = process.env.CLI_API_TOKEN || randomBytes(32).toString('base64url')
  return {
    hasOwnToken: Boolean(process.env.CLI_API_TOKEN),
    env: { SVC_HOME: home, SVC_LISTEN_PORT: port, CLI_API_TOKEN: token },
    remove: () => rmSync(home, { recursive: true, force: true }),
  }
}
