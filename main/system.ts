import { networkInterfaces } from 'node:os'
import { dialog, powerSaveBlocker, shell } from 'electron'
import type { Clock } from './clock.ts'
import { FailureDesk, type FailureDeskParts } from './failure-desk.ts'
import { whoAnswers } from './health.ts'
import { stopOtherCopy } from './other-copy.ts'
import { findFreePort } from './port.ts'
import { findPortHolder } from './port-holder.ts'

/* What the shell asks of the system around it, as plain functions. */

/** Every address of this computer but loopback. */
export function ownAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ internal }) => !internal)
    .map(({ address }) => address)
}

/** Shows a folder in the system's own window for files. What goes wrong is only logged. */
export function openFolder(path: string, log: (line: string) => void): void {
  shell.openPath(path).then(
    (problem) => problem !== '' && log(`The folder did not open: ${problem}`),
    (error: Error) => log(`The folder did not open: ${error.message}`),
  )
}

/** Asks a question with two answers, the second of which changes nothing; true for the first. */
export async function askPerson(question: {
  title: string
  text: string
  confirm: string
  cancel: string
}): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: question.title,
    detail: question.text,
    buttons: [question.confirm, question.cancel],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  })
  return response === 0
}

/** Keeps the system from sleeping; the answer ends that. */
export function keepAwake(): () => void {
  const id = powerSaveBlocker.start('prevent-app-suspension')
  return () => void powerSaveBlocker.stop(id)
}

type DeskOnly = 'texts' | 'language' | 'openFolder' | 'start' | 'loadPage' | 'onPage'

/** The desk of failures that looks into real ports and real programs. */
export function createFailureDesk(parts: Pick<FailureDeskParts, DeskOnly>, clock: Clock): FailureDesk {
  return new FailureDesk({
    ...parts,
    whoAnswers,
    findPortHolder,
    findFreePort,
    stopOtherCopy: (at) =>
      stopOtherCopy(at, {
        whoAnswers,
        findPortHolder,
        signal: (pid, signal) => void process.kill(pid, signal),
        wait: (ms) => new Promise((resolve) => void clock.after(ms, resolve)),
      }),
  })
}
