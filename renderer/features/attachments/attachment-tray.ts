import type { AttachmentMetadata } from '../../../contract/message.ts'
import { UPLOAD_NAME_MAX_LENGTH } from '../../../contract/upload.ts'
import { ownPreview } from './own-preview.ts'

/** Why a file cannot be sent: a known problem, or what went wrong on the way. */
export type AttachmentProblem = 'unreadable' | { limitBytes: number } | { error: unknown }

/** A file on its way into a message. */
export interface Attachment {
  key: string
  name: string
  /** bytes */
  size: number
  state: 'reading' | 'uploading' | 'ready' | 'failed'
  /** Share of the bytes that were sent, 0 to 1. */
  progress: number
  problem: AttachmentProblem | undefined
  /** A small picture as a data URL, for pictures. */
  preview: string | undefined
}

/** What a tray works with. */
export interface TrayOptions {
  maxBytes: number
  /** Makes the body of an upload; rejects for files that cannot be read. */
  read: (file: File) => Promise<Blob>
  /** Resolves to where the agent has the file. */
  upload: (
    body: Blob,
    options: { onProgress: (share: number) => void; signal: AbortSignal },
  ) => Promise<string>
  /** Tells the agent that it will not be needed; its failure is of no interest. */
  discard: (path: string) => Promise<unknown>
  thumbnail: (file: File) => Promise<string | undefined>
  newId: () => string
}

interface Entry {
  shown: Attachment
  mimeType: string
  /** Undefined for one that the agent has from before. */
  file: File | undefined
  controller: AbortController
  path: string | undefined
}

/** The files of the message somebody writes; uploaded one after the other as soon as they are added. */
export class AttachmentTray {
  readonly #options: TrayOptions
  readonly #listeners = new Set<() => void>()
  #entries: readonly Entry[] = []
  #snapshot: readonly Attachment[] = []
  #queue: Promise<void> = Promise.resolve()

  constructor(options: TrayOptions) {
    this.#options = options
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly snapshot = (): readonly Attachment[] => this.#snapshot

  add(files: readonly File[]): void {
    for (const file of files) {
      const name = fittingName(file.name)
      const shown: Attachment = {
        key: this.#options.newId(),
        name,
        size: file.size,
        state: 'reading',
        progress: 0,
        problem: undefined,
        preview: undefined,
      }
      const named = name === file.name ? file : new File([file], name, { type: file.type })
      this.#entries = [
        ...this.#entries,
        {
          shown,
          mimeType: file.type || 'application/octet-stream',
          file: named,
          controller: new AbortController(),
          path: undefined,
        },
      ]
      this.#start(shown.key)
      void this.#options.thumbnail(file).then((preview) => preview && this.#show(shown.key, { preview }))
    }
    this.#publish()
  }

  /** Takes back what a message carried that was never read: the agent has these files still. */
  restore(given: readonly AttachmentMetadata[]): void {
    const entries = given.map((attachment): Entry => {
      const { filename, mimeType, size, path } = attachment
      const preview = ownPreview(attachment)
      const key = this.#options.newId()
      return {
        shown: { key, name: filename, size, state: 'ready', progress: 1, problem: undefined, preview },
        mimeType,
        file: undefined,
        controller: new AbortController(),
        path,
      }
    })
    this.#entries = [...this.#entries, ...entries]
    this.#publish()
  }

  /** Tries a failed one again. */
  retry(key: string): void {
    if (this.#find(key)?.shown.state === 'failed') this.#start(key)
  }

  /** Stops and forgets one; the agent is told when it has the file already. */
  remove(key: string): void {
    const entry = this.#find(key)
    if (!entry) return
    entry.controller.abort()
    this.#forget([entry])
    if (entry.path !== undefined) void this.#options.discard(entry.path).catch(() => {})
  }

  /** What the message carries; the tray is empty afterwards, but for those that failed. */
  take(): AttachmentMetadata[] {
    const taken = this.ready()
    this.#forget(this.#entries.filter(({ shown }) => shown.state === 'ready'))
    return taken
  }

  /** What the message would carry now. */
  ready(): AttachmentMetadata[] {
    const ready = this.#entries.filter(({ shown }) => shown.state === 'ready')
    return ready.map(({ shown, mimeType, path = '' }) => ({
      id: shown.key,
      filename: shown.name,
      mimeType,
      size: shown.size,
      path,
      ...(shown.preview !== undefined && { previewUrl: shown.preview }),
    }))
  }

  #start(key: string): void {
    const { file } = this.#find(key) ?? {}
    if (!file) return
    const { maxBytes } = this.#options
    if (file.size > maxBytes) {
      this.#show(key, { state: 'failed', problem: { limitBytes: maxBytes } })
      return
    }
    this.#show(key, { state: 'reading', progress: 0, problem: undefined })
    this.#queue = this.#queue.then(() => this.#send(key))
  }

  async #send(key: string): Promise<void> {
    const entry = this.#find(key)
    if (!entry?.file) return
    const { read, upload } = this.#options
    const body = await read(entry.file).catch(() => undefined)
    if (!body) {
      this.#show(key, { state: 'failed', problem: 'unreadable' })
      return
    }
    this.#show(key, { state: 'uploading' })
    try {
      const { signal } = entry.controller
      const path = await upload(body, { signal, onProgress: (progress) => this.#show(key, { progress }) })
      // Somebody removed it in the very moment it arrived.
      if (!this.#find(key)) void this.#options.discard(path).catch(() => {})
      this.#change(key, (each) => ({ ...each, path, shown: { ...each.shown, state: 'ready', progress: 1 } }))
    } catch (error) {
      this.#show(key, { state: 'failed', problem: { error } })
    }
  }

  #find(key: string): Entry | undefined {
    return this.#entries.find(({ shown }) => shown.key === key)
  }

  #show(key: string, changes: Partial<Attachment>): void {
    this.#change(key, (entry) => ({ ...entry, shown: { ...entry.shown, ...changes } }))
  }

  #change(key: string, change: (entry: Entry) => Entry): void {
    this.#entries = this.#entries.map((entry) => (entry.shown.key === key ? change(entry) : entry))
    this.#publish()
  }

  #forget(gone: readonly Entry[]): void {
    this.#entries = this.#entries.filter((entry) => !gone.includes(entry))
    this.#publish()
  }

  #publish(): void {
    this.#snapshot = this.#entries.map(({ shown }) => shown)
    for (const listener of this.#listeners) listener()
  }
}

/** Names longer than the hub takes lose their middle: the end tells the kind of file. */
function fittingName(name: string): string {
  if (name === '') return 'file'
  if (name.length <= UPLOAD_NAME_MAX_LENGTH) return name
  const half = Math.floor(UPLOAD_NAME_MAX_LENGTH / 2) - 1
  return `${name.slice(0, half)}…${name.slice(-half)}`
}
