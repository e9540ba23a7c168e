import type { CdpSession } from './cdp.ts'
import { Strict } from './strict.ts'
import { PRELOAD_WORLD } from './worlds.ts'

/** A frame of a page, as main sees it. */
export class WebFrameMain extends Strict {
  url = ''
  readonly parent: WebFrameMain | null
  readonly frames: WebFrameMain[] = []

  constructor(parent: WebFrameMain | null) {
    super()
    this.parent = parent
  }
}

interface Frame {
  id: string
  parentId?: string
  url: string
}

/** The frames of a page, and where the preload's world of each is. */
export class FrameTree {
  readonly main = new WebFrameMain(null)
  #mainId: string | undefined
  readonly #frames = new Map<string, WebFrameMain>()
  /** Execution context of the preload's world by frame. */
  readonly #contexts = new Map<string, number>()

  follow(session: CdpSession, mainId: string): void {
    this.#mainId = mainId
    this.#frames.set(mainId, this.main)
    session.on('Page.frameAttached', ({ frameId, parentFrameId }) => this.#add(frameId, parentFrameId))
    session.on('Page.frameNavigated', ({ frame }) => this.#navigated(frame))
    session.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
      const frame = this.find(frameId)
      if (frame) frame.url = url
    })
    session.on('Page.frameDetached', ({ frameId }) => this.#remove(frameId))
    session.on('Runtime.executionContextCreated', ({ context }) => {
      const { frameId } = (context.auxData ?? {}) as { frameId?: string }
      if (context.name === PRELOAD_WORLD && frameId !== undefined) this.#contexts.set(frameId, context.id)
    })
    session.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
      const frameId = this.#frameIdOf(executionContextId)
      if (frameId !== undefined) this.#contexts.delete(frameId)
    })
    session.on('Runtime.executionContextsCleared', () => this.#contexts.clear())
  }

  find(frameId: string): WebFrameMain | undefined {
    return this.#frames.get(frameId)
  }

  /** The context of the main frame's preload; undefined before there is one. */
  get mainContext(): number | undefined {
    return this.#mainId === undefined ? undefined : this.#contexts.get(this.#mainId)
  }

  frameOfContext(contextId: number): WebFrameMain | undefined {
    const frameId = this.#frameIdOf(contextId)
    return frameId === undefined ? undefined : this.find(frameId)
  }

  #frameIdOf(contextId: number): string | undefined {
    return [...this.#contexts].find(([, id]) => id === contextId)?.[0]
  }

  #navigated({ id, parentId, url }: Frame): void {
    const frame = this.find(id) ?? (parentId === undefined ? undefined : this.#add(id, parentId))
    if (frame) frame.url = url
    // The frames of the page before go without a word of their own.
    if (id === this.#mainId) for (const known of this.#frames.keys()) if (known !== id) this.#remove(known)
  }

  #add(id: string, parentId: string): WebFrameMain | undefined {
    const parent = this.find(parentId)
    if (!parent || this.#frames.has(id)) return this.find(id)
    const frame = new WebFrameMain(parent)
    parent.frames.push(frame)
    this.#frames.set(id, frame)
    return frame
  }

  #remove(id: string): void {
    const frame = this.find(id)
    const siblings = frame?.parent?.frames
    if (frame && siblings?.includes(frame)) siblings.splice(siblings.indexOf(frame), 1)
    this.#frames.delete(id)
  }
}
