import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type DiagnosticFacts, diagnosticsReport, lastErrors } from './diagnostics.ts'
import { bundleName, diagnosticsBundle, LOG_TAIL_BYTES, readLogs } from './diagnostics-bundle.ts'

const token = 'aB3-aB3-aB3-aB3-aB3-aB3-aB3-aB3-aB3-aB3-aB3'
const at = Date.UTC(2026, 10, 20, 14, 5)

const line = (level: number, msg: string, more: object = {}) =>
  `${JSON.stringify({ level, time: at, msg, ...more })}\n`

const facts = (more: Partial<DiagnosticFacts> = {}): DiagnosticFacts => ({
  at,
  versions: { 'Svc Hub': '0.1.0', Electron: '45.4.1', Node: undefined },
  system: 'linux 6.18 x64',
  isPackaged: true,
  settings: { startAtLogin: true, keepAwake: false, updates: 'ask' },
  update: { status: 'available', version: '0.2.0' },
  hasTray: true,
  dataFolder: '/home/someone/.svc',
  logsFolder: '/home/someone/.config/Svc Hub/logs',
  hub: { status: 'running', origin: 'http://127.0.0.1:3006', restarts: 0 },
  configuration: {
    dataFolder: '/home/someone/.svc',
    settingsPath: '/home/someone/.svc/settings.json',
    restartRequired: true,
    problem: null,
    entries: [
      {
        key: 'listenPort',
        variable: 'SVC_LISTEN_PORT',
        source: 'file',
        isSet: true,
        value: '3006',
        needsRestart: true,
      },
      {
        key: 'cliApiToken',
        variable: 'CLI_API_TOKEN',
        source: 'environment',
        isSet: true,
        value: null,
        needsRestart: false,
      },
      {
        key: 'publicUrl',
        variable: 'SVC_PUBLIC_URL',
        source: 'default',
        isSet: false,
        value: null,
        needsRestart: false,
      },
    ],
  },
  storage: {
    path: '/home/someone/.svc/hub.db',
    databaseBytes: 4096,
    walBytes: 12,
    shmBytes: 8,
    totalBytes: 4116,
  },
  logs: [
    {
      name: 'hub.log',
      text: line(30, 'ready') + line(50, 'Push failed', { error: { message: `refused, token=${token}` } }),
    },
  ],
  warnings: ['The settings file could be read by others.'],
  ...more,
})

describe('the report', () => {
  it('tells versions, settings, configuration with sources, sizes and the last errors', () => {
    expect(diagnosticsReport(facts())).toBe(`Svc Hub diagnostics
  made: 2026-11-20T14:05:00.000Z
  Svc Hub: 0.1.0
  Electron: 45.4.1
  Node: unknown
  system: linux 6.18 x64

App
  packed: yes
  tray: yes
  start at login: yes
  keep awake while agents work: no
  updates: ask, available 0.2.0
  data folder: /home/someone/.svc
  logs: /home/someone/.config/Svc Hub/logs

Hub
  state: running
  address: http://127.0.0.1:3006
  restarts since the app began: 0

Configuration
  settings file: /home/someone/.svc/settings.json
  listenPort: 3006  [file] waits for a restart
  cliApiToken: (set, not shown)  [environment]
  publicUrl: (not set)  [default]

Database
  file: /home/someone/.svc/hub.db
  database: 4096 bytes
  write-ahead log: 12 bytes
  total: 4116 bytes

Warnings
  The settings file could be read by others.

Last errors
  2026-11-20T14:05:00.000Z Push failed: refused, token=[hidden]
`)
  })

  it('is made while the hub is down, and names the cause', () => {
    const report = diagnosticsReport(
      facts({
        hub: {
          status: 'failed',
          restarts: 3,
          failure: { code: 'port-taken', message: 'Port 3006 is taken by sshd.' },
        },
        configuration: undefined,
        storage: undefined,
        logs: [],
        warnings: [],
      }),
    )
    expect(report).toContain('failure: port-taken: Port 3006 is taken by sshd.')
    expect(report).toContain('The hub is not running, so it cannot tell what it was told.')
    expect(report).toContain('Last errors\n  none')
  })

  it('hides a code that looks like words, wherever it came from', () => {
    const report = diagnosticsReport(facts({ warnings: ['somebody wrote open sesame'] }), ['open sesame'])
    expect(report).not.toContain('sesame')
  })
})

describe('the last errors', () => {
  it('are the newest ones over all files, errors only, broken lines passed over', () => {
    const logs = [
      {
        name: 'hub.log',
        text: `${line(50, 'three') + line(40, 'a warning') + line(60, 'four')}{"level":50,"ms`,
      },
      { name: 'hub.1.log', text: `half a line"}\n${line(50, 'one')}plain text\n${line(50, 'two')}` },
    ]
    expect(lastErrors(logs, 3).map((text) => text.split(' ')[1])).toEqual(['four', 'three', 'two'])
  })
})

describe('the bundle', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'svc-bundle-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const opened = (bundle: Uint8Array) =>
    Object.fromEntries(Object.entries(unzipSync(bundle)).map(([name, bytes]) => [name, strFromU8(bytes)]))

  it('is a zip of report, configuration and logs, without secrets', () => {
    const files = opened(diagnosticsBundle(facts()))
    expect(Object.keys(files).sort()).toEqual(['configuration.json', 'logs/hub.log', 'report.txt'])
    expect(JSON.parse(files['configuration.json'] ?? '')).toEqual(facts().configuration)
    expect(files['logs/hub.log']).toContain('"msg":"ready"')
    expect(JSON.stringify(files)).not.toContain(token)
  })

  it('has a name that says when it was made', () => {
    expect(bundleName(at)).toBe('svc-hub-diagnostics-2026-11-20-1405.zip')
  })

  it('takes the logs of the folder, the newest first, each no longer than it has to be', () => {
    writeFileSync(join(folder, 'hub.log'), 'new\n')
    writeFileSync(join(folder, 'hub.1.log'), `${'x'.repeat(LOG_TAIL_BYTES)}end\n`)
    writeFileSync(join(folder, 'app.log'), 'app\n')
    writeFileSync(join(folder, 'notes.txt'), 'not a log')
    mkdirSync(join(folder, 'folder.log'))
    const logs = readLogs(folder)
    expect(logs.map(({ name }) => name)).toEqual(['app.log', 'hub.log', 'hub.1.log'])
    expect([logs[2]?.text.length, logs[2]?.text.endsWith('xend\n')]).toEqual([LOG_TAIL_BYTES, true])
  })

  it('is made where there is no folder yet', () => {
    expect(readLogs(join(folder, 'nowhere'))).toEqual([])
  })
})
