/** Electron's channel between a utility process and the process that forked it. */
interface ParentPort {
  postMessage(message: unknown): void
  on(event: 'message', listener: (event: { data: unknown }) => void): unknown
}

export type ReportToParent = { type: 'ready'; origin: string } | { type: 'failed'; message: string }

const parentPort = (): ParentPort | undefined => (process as { parentPort?: ParentPort }).parentPort

/** Tells whoever forked this process; resolves when it is on its way, at once where nobody did. */
export function tellParent(report: ReportToParent): Promise<void> {
  parentPort()?.postMessage(report)
  return new Promise((resolve) => {
    // A parent that has gone needs no answer, so a failure to send counts as sent.
    if (process.send) process.send(report, undefined, undefined, () => resolve())
    else resolve()
  })
}

/** Runs `stop` when we are asked to end: by a signal, by the parent's `{ type: 'stop' }`, or by its end. */
export function onStopRequest(stop: () => void): void {
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('disconnect', stop)
  const onMessage = (message: unknown) => {
    if ((message as { type?: unknown } | null)?.type === 'stop') stop()
  }
  process.on('message', onMessage)
  parentPort()?.on('message', ({ data }) => onMessage(data))
}
