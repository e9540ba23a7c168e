import type { AttachmentMetadata } from '../../../contract/message.ts'
import type { Attachment, AttachmentTray } from './attachment-tray.ts'

const NONE: readonly Attachment[] = []

/** A tray that loads with its first file: most messages carry none. */
export class LazyTray {
  readonly #load: () => Promise<AttachmentTray>
  readonly #listeners = new Set<() => void>()
  #loading: Promise<void> | undefined
  #tray: AttachmentTray | undefined

  constructor(load: () => Promise<AttachmentTray>) {
    this.#load = load
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly snapshot = (): readonly Attachment[] => this.#tray?.snapshot() ?? NONE

  /** Undefined until a file was added. */
  get tray(): AttachmentTray | undefined {
    return this.#tray
  }

  /** Rejects when the part of the page that does it cannot be loaded. */
  async add(files: readonly File[]): Promise<void> {
    if (files.length > 0) (await this.#loaded())?.add(files)
  }

  /** As `add`, for files that the agent has from before. */
  async restore(given: readonly AttachmentMetadata[]): Promise<void> {
    if (given.length > 0) (await this.#loaded())?.restore(given)
  }

  take(): AttachmentMetadata[] {
    return this.#tray?.take() ?? []
  }

  async #loaded(): Promise<AttachmentTray | undefined> {
    this.#loading ??= this.#start()
    try {
      await this.#loading
    } catch (error) {
      this.#loading = undefined
      throw error
    }
    return this.#tray
  }

  async #start(): Promise<void> {
    const tray = await this.#load()
    tray.subscribe(() => {
      for (const listener of this.#listeners) listener()
    })
    this.#tray = tray
  }
}
