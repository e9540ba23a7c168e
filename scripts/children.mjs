// @ts-check
import { spawn } from 'node:child_process'
import { root } from './tree.mjs'

const readyWithinMs = 30_000
const stopWithinMs = 8_000

/** @typedef {{ origin: string }} Ready */

/**
 * A child process with an IPC channel and its output shown. It has a process group of its own, so
 * that Ctrl-C reaches only us and we stop the children in order.
 */
export class Child {
  /**
   * @param {string} command
   * @param {string[]} args
   * @param {Record<string, string>} env added to our environment
   */
  constructor(command, args, env) {
    this.process = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: process.platform !== 'win32',
    })
    /** Resolves with the exit code once the process has ended. @type {Promise<number>} */
    this.ended = new Promise((resolve) => {
      this.process.once('error', () => resolve(1))
      this.process.once('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)))
    })
  }

  /**
   * Waits until the process says `{ type: 'ready', origin }`.
   * @returns {Promise<Ready | undefined>} undefined if it ended first or took too long
   */
  ready() {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(undefined), readyWithinMs)
      const finish = (/** @type {Ready | undefined} */ result) => {
        clearTimeout(timer)
        resolve(result)
      }
      this.process.on('message', (/** @type {any} */ message) => {
        if (message?.type === 'ready') finish({ origin: message.origin })
      })
      void this.ended.then(() => finish(undefined))
    })
  }

  /**
   * Waits until the desktop app says that it has begun.
   * @returns {Promise<string | undefined>} why it did not; undefined also for one that ended as it should
   */
  failure() {
    return new Promise((resolve) => {
      this.process.on('message', (/** @type {any} */ message) => {
        if (message?.type === 'started') resolve(undefined)
      })
      void this.ended.then((code) =>
        resolve(code === 0 ? undefined : `Electron ended before it had begun (code ${code})`),
      )
    })
  }

  /** Asks the process to end, insists if it does not, and resolves when it has. */
  async stop() {
    this.process.kill('SIGTERM')
    const timer = setTimeout(() => this.process.kill('SIGKILL'), stopWithinMs)
    await this.ended
    clearTimeout(timer)
  }
}
