import type { UpdateFailureReason, UpdateMode, UpdateState } from '../contract/desktop.ts'
import type { Clock, Timer } from './clock.ts'

/** A check after this long without one, in milliseconds. */
export const UPDATE_CHECK_EVERY_MS = 6 * 60 * 60 * 1000
/** The first check; the start has enough to do until then. */
export const FIRST_UPDATE_CHECK_AFTER_MS = 30 * 1000
/** An app that still runs this long after it was told to end for an update was not updated. */
export const INSTALL_WITHIN_MS = 60 * 1000

/** What finds, loads and installs an update; `electron-updater.ts` makes it of the package of that name. */
export interface UpdateSource {
  /** The version that is newer than this one; undefined when there is none. @throws when that cannot be said */
  check(): Promise<string | undefined>
  /** Loads what the last check found. @throws when that fails */
  download(onProgress: (percent: number) => void): Promise<void>
  /** Ends the app, installs, and starts the new one; `onFailure` may be called, more than once, when that fails. */
  quitAndInstall(onFailure: (error: unknown) => void): void
  /** Whether an ordinary quit installs what was downloaded. It must be so while that is downloaded, at least. */
  installOnQuit(wanted: boolean): void
  /** Installing asks for the administrator's password: only for somebody who is there and wants it. */
  readonly needsPassword: boolean
}

export interface UpdatesOptions {
  /** Undefined where this copy cannot update itself. */
  source: UpdateSource | undefined
  mode: UpdateMode
  /** An agent is in the middle of a turn. */
  isBusy: () => boolean
  /** Done before the app ends for an update, such as stopping the hub; a failure is no reason not to install. */
  prepare?: () => Promise<void>
  /** The app ended nothing but what `prepare` did: all of that is to run again. */
  recover?: () => void
  clock: Clock
}

/**
 * Updates in the mode the person chose. `automatic` loads what is found and installs it when nobody works and
 * the window is closed, or with the next quit; `ask` tells of it and waits to be told; `off` never asks the
 * network. Whatever the mode, nothing is installed in the middle of a turn: it waits until the agents rest.
 */
export class Updates {
  #mode: UpdateMode
  #state: UpdateState
  #checkedAt: number | null = null
  #installWanted = false
  #isUnattended = false
  #isInstalling = false
  /** The version whose installation failed: it is not tried again unless somebody asks for it. */
  #failedVersion: string | undefined
  #installDeadline: Timer | undefined
  #timer: Timer | undefined
  readonly #source: UpdateSource | undefined
  readonly #isBusy: () => boolean
  readonly #prepare: () => Promise<void>
  readonly #recover: () => void
  readonly #clock: Clock
  readonly #listeners = new Set<(state: UpdateState) => void>()

  constructor({ source, mode, isBusy, prepare = async () => {}, recover = () => {}, clock }: UpdatesOptions) {
    this.#source = source
    this.#mode = mode
    this.#isBusy = isBusy
    this.#prepare = prepare
    this.#recover = recover
    this.#clock = clock
    this.#state = source ? { status: 'idle', checkedAt: null } : { status: 'unsupported' }
    if (source) this.#schedule(FIRST_UPDATE_CHECK_AFTER_MS)
  }

  get state(): UpdateState {
    return this.#state
  }

  /** An install was asked for and waits for the agents to rest. */
  get isWaitingForAgents(): boolean {
    return this.#installWanted && this.#state.status === 'ready'
  }

  /** Calls `listener` with each new state; the answer ends that. */
  onChange(listener: (state: UpdateState) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  setMode(mode: UpdateMode): void {
    if (mode === this.#mode) return
    this.#mode = mode
    if (!this.#source) return
    this.#source.installOnQuit(
      this.#installsItself('version' in this.#state ? this.#state.version : undefined),
    )
    this.#schedule(FIRST_UPDATE_CHECK_AFTER_MS)
    if (mode === 'automatic' && this.#state.status === 'available') void this.#download(this.#state.version)
  }

  /** Looks now, in any mode, because somebody asked; an update that is being loaded or ready is not disturbed. */
  async check(): Promise<void> {
    if (!this.#source || ['checking', 'downloading', 'ready'].includes(this.#state.status)) return
    this.#set({ status: 'checking' })
    try {
      const version = await this.#source.check()
      this.#checkedAt = this.#clock.now()
      this.#schedule(UPDATE_CHECK_EVERY_MS)
      if (version === undefined) this.#set({ status: 'idle', checkedAt: this.#checkedAt })
      else if (this.#mode === 'automatic') await this.#download(version)
      else this.#set({ status: 'available', version })
    } catch (error) {
      this.#fail(error)
    }
  }

  /** Loads the update if need be and installs it as soon as no agent is in the middle of a turn. */
  async install(): Promise<void> {
    this.#installWanted = true
    if (this.#state.status === 'available') await this.#download(this.#state.version)
    await this.installIfIdle()
  }

  /** To be called whenever agents begin or end their turns; resolves once the app has been told to end, if so. */
  async installIfIdle(): Promise<void> {
    if (!this.#source || this.#state.status !== 'ready' || this.#isInstalling || this.#isBusy()) return
    const { version } = this.#state
    if (!this.#installWanted && !(this.#isUnattended && this.#installsItself(version))) return
    this.#isInstalling = true
    await this.#prepare().catch(() => {})
    const fail = (error: unknown) => this.#installFailed(version, error)
    this.#installDeadline = this.#clock.after(INSTALL_WITHIN_MS, () => fail(undefined))
    this.#source.quitAndInstall(fail)
  }

  /** Whether the window is out of sight, so that a restart disturbs nobody. */
  setUnattended(isUnattended: boolean): Promise<void> {
    this.#isUnattended = isUnattended
    return this.installIfIdle()
  }

  close(): void {
    this.#timer?.cancel()
    this.#installDeadline?.cancel()
    this.#listeners.clear()
  }

  async #download(version: string): Promise<void> {
    this.#set({ status: 'downloading', version, percent: 0 })
    try {
      this.#source?.installOnQuit(true)
      await this.#source?.download((percent) =>
        this.#set({ status: 'downloading', version, percent: Math.round(percent) }),
      )
      this.#source?.installOnQuit(this.#installsItself(version))
      this.#set({ status: 'ready', version })
      await this.installIfIdle()
    } catch (error) {
      this.#fail(error)
    }
  }

  /** Whether it is installed although nobody asked for it. */
  #installsItself(version: string | undefined): boolean {
    return this.#mode === 'automatic' && !this.#source?.needsPassword && version !== this.#failedVersion
  }

  /** The app is still there: everything runs again, and the person is told. */
  #installFailed(version: string, error: unknown): void {
    if (!this.#isInstalling) return
    this.#isInstalling = false
    this.#installDeadline?.cancel()
    this.#failedVersion = version
    this.#recover()
    this.#fail(error)
  }

  #fail(error: unknown): void {
    this.#installWanted = false
    this.#source?.installOnQuit(false)
    this.#schedule(UPDATE_CHECK_EVERY_MS)
    this.#set({ status: 'failed', reason: updateFailureReason(error) })
  }

  #schedule(ms: number): void {
    this.#timer?.cancel()
    this.#timer = this.#mode === 'off' ? undefined : this.#clock.after(ms, () => void this.check())
  }

  #set(state: UpdateState): void {
    this.#state = state
    for (const listener of this.#listeners) listener(state)
  }
}

const reasons: readonly [RegExp, UpdateFailureReason][] = [
  [/app-update\.yml|dev-app-update/i, 'no-source'],
  [
    /ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|ENETUNREACH|ERR_INTERNET|ERR_NAME|ERR_NETWORK|ERR_CONNECTION|ERR_TIMED_OUT|ERR_PROXY|net::|socket hang up|timeout/i,
    'unreachable',
  ],
  [/ENOSPC/i, 'no-room'],
  [/EACCES|EPERM|EROFS|read-only/i, 'not-writable'],
  [/sha512|checksum|signature|not signed|code sign|publisher/i, 'not-genuine'],
  [/latest(-\w+)?\.yml|\b404\b|no published versions/i, 'no-release'],
  [/\b(403|429)\b|rate limit/i, 'busy'],
]

/** Why an update failed, as far as its error tells. */
export function updateFailureReason(error: unknown): UpdateFailureReason {
  const { code = '', message = '' } = (error ?? {}) as { code?: unknown; message?: unknown }
  const text = `${code} ${message || error}`
  return reasons.find(([pattern]) => pattern.test(text))?.[1] ?? 'other'
}
