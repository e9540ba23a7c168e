import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { SESSION_RPC } from '../contract/cli-plane.ts'
import { FILE_RPC } from '../contract/file.ts'
import { UPLOAD_RPC } from '../contract/upload.ts'
import type { CliSocket } from './cli-client.ts'
import type { VirtualDisk } from './virtual-disk.ts'

const failed = (error: string) => ({ success: false, error })
const printed = (stdout: string) => ({ success: true, stdout, stderr: '', exitCode: 0 })

/** A picture an agent of the demo might have drawn. */
const SUNRISE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 90"><rect width="160" height="90" fill="#fde9c9"/><circle cx="80" cy="66" r="26" fill="#f4a259"/><rect y="66" width="160" height="24" fill="#5b8e7d"/></svg>`

/**
 * Serves the files of a session's working directory; paths that lead out of it are refused. What git says
 * is the difference to how the directory was when the agent started.
 */
export function registerFileRpc(socket: CliSocket, disk: VirtualDisk, directory: string): void {
  const resolve = (relative: string) => {
    const full = path.posix.resolve(directory, relative)
    return full === directory || full.startsWith(`${directory}/`) ? full : undefined
  }
  const outside = failed('Access denied: the path is outside the working directory')
  const below = () => disk.filesBelow(directory).map((file) => file.slice(directory.length + 1))
  const contentOf = (file: string) => disk.read(`${directory}/${file}`)?.content ?? ''
  const committed = new Map(below().map((file) => [file, contentOf(file)]))
  const changed = () => below().filter((file) => committed.get(file) !== contentOf(file))

  socket.handle(SESSION_RPC.readFile, (params) => {
    const full = resolve((params as { path: string }).path)
    if (!full) return outside
    const file = disk.read(full)
    if (!file) return failed('There is no such file')
    const content = Buffer.from(file.content)
    return {
      success: true,
      content: content.toString('base64'),
      size: content.length,
      modified: file.modified,
    }
  })
  socket.handle(FILE_RPC.listDirectory, (params) => {
    const full = resolve((params as { path: string }).path)
    if (!full) return outside
    const entries = disk.list(full, true)
    return entries ? { success: true, entries } : failed('There is no such directory')
  })
  socket.handle(FILE_RPC.ripgrep, () => printed(below().join('\n')))
  socket.handle(FILE_RPC.statFiles, (params) => ({
    success: true,
    entries: (params as { paths: string[] }).paths.map((file) => ({
      path: file,
      size: Buffer.byteLength(contentOf(file)),
      modified: disk.read(`${directory}/${file}`)?.modified,
    })),
  }))

  socket.handle(FILE_RPC.gitStatus, () =>
    printed(`# branch.head main\n${changed().map(statusLine).join('')}`),
  )
  socket.handle(FILE_RPC.gitDiffNumstat, (params) =>
    printed(
      isStaged(params)
        ? ''
        : changed()
            .map((file) => numstatLine(file))
            .join(''),
    ),
  )
  socket.handle(FILE_RPC.gitDiffFile, (params) => {
    const full = resolve((params as { filePath: string }).filePath)
    if (!full) return outside
    const file = full.slice(directory.length + 1)
    return printed(isStaged(params) || !changed().includes(file) ? '' : diff(file))
  })

  socket.handle(FILE_RPC.readGeneratedImage, () => ({
    success: true,
    content: Buffer.from(SUNRISE).toString('base64'),
    mimeType: 'image/svg+xml',
    fileName: 'sunrise.svg',
  }))
  socket.handle(UPLOAD_RPC.uploadFile, (params) => ({
    success: true,
    path: `/tmp/svc-demo-blobs/${randomUUID()}-${path.posix.basename((params as { filename: string }).filename)}`,
  }))
  socket.handle(UPLOAD_RPC.deleteUpload, () => ({ success: true }))

  const statusLine = (file: string) =>
    committed.has(file)
      ? `1 .M N... 100644 100644 100644 ${'0'.repeat(40)} ${'0'.repeat(40)} ${file}\n`
      : `? ${file}\n`
  const numstatLine = (file: string) => {
    const { removed, added } = changedLines(committed.get(file) ?? '', contentOf(file))
    return `${added.length}\t${removed.length}\t${file}\n`
  }
  const diff = (file: string) => {
    const { start, removed, added } = changedLines(committed.get(file) ?? '', contentOf(file))
    const at = (lines: string[]) => `${lines.length === 0 ? start : start + 1},${lines.length}`
    return [
      `diff --git a/${file} b/${file}`,
      committed.has(file) ? `--- a/${file}` : '--- /dev/null',
      `+++ b/${file}`,
      `@@ -${at(removed)} +${at(added)} @@`,
      ...removed.map((line) => `-${line}`),
      ...added.map((line) => `+${line}`),
      '',
    ].join('\n')
  }
}

const isStaged = (params: unknown) => (params as { staged?: boolean }).staged === true

/** The one stretch of lines in which two texts differ, and how many lines stand before it. */
function changedLines(before: string, after: string): { start: number; removed: string[]; added: string[] } {
  const [old, now] = [linesOf(before), linesOf(after)]
  let start = 0
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start += 1
  let end = 0
  const rest = Math.min(old.length, now.length) - start
  while (end < rest && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1
  return { start, removed: old.slice(start, old.length - end), added: now.slice(start, now.length - end) }
}

const linesOf = (text: string) => (text === '' ? [] : text.replace(/\n$/, '').split('\n'))
