import { HubCommand, type HubReport } from '../contract/desktop.ts'

/** Electron's channel between a utility process and the process that forked it. */
interface ParentPort {
  postMessage(message: unknown): void
  on(event: 'message', listener: (event: { data: unknown }) => void): unknown
}

/** Set by the desktop shell for the hub it starts. */
const SHELL_VARIABLE = 'SVC_DESKTOP_SHELL'

const parentPort = (): ParentPort | undefined => (process as { parentPort?: ParentPort }).parentPort

/** Whether the desktop shell started this hub; only it is told the owner's code. */
export const isDesktopShellParent = process.env[SHELL_VARIABLE] === '1'
// What this hub starts itself is not the shell's.
delete process.env[SHELL_VARIABLE]

/** Tells whoever forked this process; resolves when it is on its way, at once where nobody did. */
export function tellParent(report: HubReport): Promise<void> {
  const told = isDesktopShellParent ? report : forAnyParent(report)
  if (told === undefined) return Promise.resolve()
  parentPort()?.postMessage(told)
  return new Promise((resolve) => {
    // A parent that has gone needs no answer, so a failure to send counts as sent.
    if (process.send && process.connected) process.send(told, undefined, undefined, () => resolve())
    else resolve()
  })
}

/** Whether it runs or why not; nothing of what is the owner's. */
function forAnyParent(report: HubReport): object | undefined {
  if (report.type === 'ready') return { type: report.type, origin: report.origin }
  return report.type === 'failed' ? { type: report.type, message: report.message } : undefined
}

/** Hands on what the parent asks for; anything that is no command is ignored. */
export function onCommand(listener: (command: HubCommand) => void): void {
  const receive = (message: unknown) => {
    const parsed = HubCommand.safeParse(message)
    if (parsed.success) listener(parsed.data)
  }
  process.on('message', receive)
  parentPort()?.on('message', ({ data }) => receive(data))
}

/** Runs `stop` when we are asked to end: by a signal, by the parent's `{ type: 'stop' }`, or by its end. */
export function onStopRequest(stop: () => void): void {
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('disconnect', stop)
  onCommand(({ type }) => {
    if (type === 'stop') stop()
  })
}
