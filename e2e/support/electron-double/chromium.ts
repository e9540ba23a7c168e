import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { Cdp } from './cdp.ts'
import { messagesOver } from './messages.ts'

const FLAGS = [
  '--headless=new',
  '--no-startup-window',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-popup-blocking',
  '--disable-dev-shm-usage',
  '--disable-search-engine-choice-screen',
  '--password-store=basic',
  '--use-mock-keychain',
  '--lang=en-US',
  // No test reaches beyond this computer.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
  // The double speaks over the pipe, and Chromium ends with it; Playwright comes by the port.
  '--remote-debugging-pipe',
  '--remote-debugging-port=0',
]

/** The Chromium that stands in for Electron's: it draws the windows. */
export interface Chromium {
  cdp: Cdp
  /** Where Playwright connects. */
  endpoint: string
}

let started: Promise<Chromium> | undefined

/** Starts Chromium with the first window; its profile lies where Electron's would. */
export function chromium(userData: string): Promise<Chromium> {
  started ??= start(userData)
  return started
}

async function start(userData: string): Promise<Chromium> {
  const program = process.env.SVC_TEST_CHROMIUM
  if (!program) throw new Error('SVC_TEST_CHROMIUM must name a Chromium for the double of electron.')
  const args = [
    ...FLAGS,
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    `--user-data-dir=${profileIn(userData)}`,
  ]
  const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'pipe', 'pipe', 'pipe'] })
  const [, , errors, to, from] = child.stdio as unknown as [null, null, Duplex, Duplex, Duplex]
  const cdp = new Cdp(messagesOver(from, to, '\0'))
  const endpoint = await new Promise<string>((resolve, reject) => {
    let output = ''
    errors.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const found = /DevTools listening on (ws:\S+)\n/.exec(output)?.[1]
      if (found !== undefined) resolve(found)
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`Chromium ended (code ${code}):\n${output}`)))
  })
  return { cdp, endpoint }
}

/** Electron goes on without a profile where none can be written, so the double does. */
function profileIn(userData: string): string {
  const folder = join(userData, 'chromium')
  try {
    mkdirSync(folder, { recursive: true })
    return folder
  } catch {
    return mkdtempSync(join(tmpdir(), 'svc-double-'))
  }
}
