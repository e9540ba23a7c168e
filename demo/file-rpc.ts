import path from 'node:path'
import { SESSION_RPC } from '../contract/cli-plane.ts'
import type { CliSocket } from './cli-client.ts'
import type { VirtualDisk } from './virtual-disk.ts'

const failed = (error: string) => ({ success: false, error })

/** Serves the files of a session's working directory; paths that lead out of it are refused. */
export function registerFileRpc(socket: CliSocket, disk: VirtualDisk, directory: string): void {
  const resolve = (relative: string) => {
    const full = path.posix.resolve(directory, relative)
    return full === directory || full.startsWith(`${directory}/`) ? full : undefined
  }
  socket.handle(SESSION_RPC.readFile, (params) => {
    const full = resolve((params as { path: string }).path)
    if (!full) return failed('Access denied: the path is outside the working directory')
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
}
