import { closeSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { type DiagnosticFacts, diagnosticsReport, type LogText } from './diagnostics.ts'
import { redact } from './redact.ts'

/** Of each log file, only its end travels: enough for days, small enough for a mail. */
export const LOG_TAIL_BYTES = 2 * 1024 * 1024

/** `svc-hub-diagnostics-2026-11-20-1405.zip` */
export function bundleName(at: number): string {
  const [day, time = ''] = new Date(at).toISOString().split('T')
  return `svc-hub-diagnostics-${day}-${time.slice(0, 5).replace(':', '')}.zip`
}

/** A zip to attach to a report: the report, the configuration, the logs. Secrets are taken out once more. */
export function diagnosticsBundle(facts: DiagnosticFacts, secrets: readonly string[] = []): Uint8Array {
  const clean = (text: string) => strToU8(redact(text, secrets))
  const files: Record<string, Uint8Array> = {
    'report.txt': strToU8(diagnosticsReport(facts, secrets)),
    'configuration.json': clean(`${JSON.stringify(facts.configuration ?? null, null, 2)}\n`),
  }
  for (const { name, text } of facts.logs) files[`logs/${name}`] = clean(text)
  return zipSync(files, { mtime: facts.at })
}

/** The ends of the log files of a folder, the newest first; none where there is no folder. */
export function readLogs(folder: string): LogText[] {
  let names: string[]
  try {
    names = readdirSync(folder).filter((name) => name.endsWith('.log'))
  } catch {
    return []
  }
  return names
    .sort((one, other) => ageOf(one) - ageOf(other) || one.localeCompare(other))
    .flatMap((name) => {
      const text = tailOf(join(folder, name))
      return text === undefined ? [] : [{ name, text }]
    })
}

/** 0 for `hub.log`, 2 for `hub.2.log`. */
const ageOf = (name: string) => Number(/\.(\d+)\.log$/.exec(name)?.[1] ?? 0)

function tailOf(path: string): string | undefined {
  try {
    const file = openSync(path, 'r')
    try {
      const { size } = fstatSync(file)
      const tail = Buffer.alloc(Math.min(size, LOG_TAIL_BYTES))
      const bytes = readSync(file, tail, 0, tail.length, size - tail.length)
      return tail.toString('utf8', 0, bytes)
    } finally {
      closeSync(file)
    }
  } catch {
    // Rotated away in this very moment, or not ours to read: the other files still tell something.
    return undefined
  }
}
