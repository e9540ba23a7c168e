import { execFile } from 'node:child_process'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'

/** The program that listens at a port. */
export interface PortHolder {
  pid: number
  name: string
}

const run = promisify(execFile)
const WITHIN_MS = 3000

/** Who listens at the port, as far as this system tells its user. Never throws, takes a few seconds at most. */
export async function findPortHolder(
  port: number,
  platform: NodeJS.Platform = process.platform,
): Promise<PortHolder | undefined> {
  try {
    if (platform === 'linux') return await onLinux(port)
    if (platform === 'win32') return await onWindows(port)
    return readLsof(await output('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc']))
  } catch {
    // A missing tool or a right we do not have: the sentence then names no program.
    return undefined
  }
}

async function output(command: string, args: string[]): Promise<string> {
  const { stdout } = await run(command, args, { timeout: WITHIN_MS, windowsHide: true })
  return stdout
}

async function onLinux(port: number): Promise<PortHolder | undefined> {
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')),
  )
  const wanted = new Set(
    tables.flatMap((table) => listeningInodes(table, port)).map((inode) => `socket:[${inode}]`),
  )
  if (wanted.size === 0) return undefined
  const deadline = Date.now() + WITHIN_MS
  for (const pid of await readdir('/proc')) {
    if (Date.now() > deadline) return undefined
    if (/^\d+$/.test(pid) && (await holdsOne(pid, wanted))) {
      return { pid: Number(pid), name: await programName(pid) }
    }
  }
  return undefined
}

async function holdsOne(pid: string, wanted: ReadonlySet<string>): Promise<boolean> {
  const folder = join('/proc', pid, 'fd')
  // Processes of others are closed to us, and any of them may end while we look.
  const files = await readdir(folder).catch(() => [])
  for (const file of files) {
    const target = await readlink(join(folder, file)).catch(() => '')
    if (wanted.has(target)) return true
  }
  return false
}

async function programName(pid: string): Promise<string> {
  const program = await readlink(join('/proc', pid, 'exe')).catch(() => '')
  if (program !== '') return basename(program.replace(/ \(deleted\)$/, ''))
  return (await readFile(join('/proc', pid, 'comm'), 'utf8').catch(() => '')).trim() || `process ${pid}`
}

async function onWindows(port: number): Promise<PortHolder | undefined> {
  const pid = readNetstat(await output('netstat', ['-ano', '-p', 'TCP']), port)
  if (pid === undefined) return undefined
  const name = readTasklist(await output('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH']))
  return { pid, name: name ?? `process ${pid}` }
}

const LISTENING = '0A'

/** The inodes of sockets that listen at the port, from `/proc/net/tcp`. */
export function listeningInodes(table: string, port: number): string[] {
  const hex = port.toString(16).toUpperCase().padStart(4, '0')
  return table.split('\n').flatMap((line) => {
    const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/)
    return local.endsWith(`:${hex}`) && state === LISTENING ? [inode] : []
  })
}

/** The first process of `lsof -Fpc`: lines `p<pid>` and `c<name>`. */
export function readLsof(text: string): PortHolder | undefined {
  const pid = /^p(\d+)$/m.exec(text)?.[1]
  const name = /^c(.+)$/m.exec(text)?.[1]
  return pid === undefined || name === undefined ? undefined : { pid: Number(pid), name }
}

/** The process that listens at the port, from `netstat -ano`, whatever language its words are in. */
export function readNetstat(text: string, port: number): number | undefined {
  for (const line of text.split('\n')) {
    const [protocol, local = '', remote = '', ...rest] = line.trim().split(/\s+/)
    const pid = rest.at(-1)
    if (protocol !== 'TCP' || !local.endsWith(`:${port}`) || !/[:\]]0$/.test(remote)) continue
    if (pid !== undefined && /^\d+$/.test(pid)) return Number(pid)
  }
  return undefined
}

/** The name in `tasklist /FO CSV /NH`. */
export function readTasklist(text: string): string | undefined {
  return /^"([^"]+)","\d+"/m.exec(text)?.[1]
}
