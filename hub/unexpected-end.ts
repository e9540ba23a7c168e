/**
 * From here on an error that nobody caught ends this process: its stack goes to stderr, and the exit code is 1.
 * Node does so by itself. Electron goes on after a rejection, and in its main process shows a dialog instead, so
 * that a broken hub would neither serve nor be started again.
 */
export function endOnUnexpectedErrors(): void {
  let isEnding = false
  const end = (error: unknown) => {
    if (isEnding) return
    isEnding = true
    const words = error instanceof Error ? (error.stack ?? error.message) : String(error)
    process.stderr.write(`Unexpected: ${words}\n`, () => process.exit(1))
  }
  process.on('uncaughtException', end)
  process.on('unhandledRejection', end)
}
