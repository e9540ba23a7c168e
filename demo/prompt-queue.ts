import type { DeliveredMessage, UpdateEnvelope } from '../contract/cli-plane.ts'

export interface Prompt {
  localId: string | null
  text: string
}

const SEEN_MAX = 256

function promptOf(message: DeliveredMessage): Prompt | undefined {
  const content = message.content as { role?: unknown; content?: { type?: unknown; text?: unknown } } | null
  if (content?.role !== 'user' || typeof content.content?.text !== 'string') return undefined
  return { localId: message.localId, text: content.content.text }
}

/**
 * The prompts a CLI holds for its agent. The hub delivers at least once, so repeats are dropped by id; a
 * prompt that is still here can be taken back, one that the agent already has cannot.
 */
export class PromptQueue {
  readonly #seen = new Set<string>()
  readonly #waiting: Prompt[] = []
  readonly #taken = new Set<string>()
  #wake: (() => void) | undefined

  /** Handles an `update`; what it returns is the acknowledgement. */
  onUpdate(update: UpdateEnvelope): unknown {
    const { body } = update
    if (body.t === 'new-message') this.#add(body.message)
    if (body.t === 'cancel-queued-message') return this.#remove(body.localId)
    if (body.t === 'retry-queued-message') {
      if (this.#taken.has(body.localId)) return { removed: false, accepted: false, consumed: true }
      this.#seen.delete(body.message.id)
      this.#add(body.message)
      return { removed: false, accepted: true }
    }
    return undefined
  }

  /** Takes out a waiting prompt for the turn that is running. */
  steer(localId: string): Prompt | undefined {
    const index = this.#waiting.findIndex((prompt) => prompt.localId === localId)
    return index < 0 ? undefined : this.#take(index)
  }

  /** The next prompt; waits until there is one. */
  async next(): Promise<Prompt> {
    while (this.#waiting.length === 0) {
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#wake = resolve
      await promise
    }
    return this.#take(0)
  }

  #take(index: number): Prompt {
    const prompt = this.#waiting.splice(index, 1)[0] as Prompt
    if (prompt.localId) this.#taken.add(prompt.localId)
    return prompt
  }

  #remove(localId: string): object {
    const index = this.#waiting.findIndex((prompt) => prompt.localId === localId)
    if (index >= 0) this.#waiting.splice(index, 1)
    return index >= 0 ? { removed: true } : { removed: false, consumed: this.#taken.has(localId) }
  }

  #add(message: DeliveredMessage): void {
    if (this.#seen.has(message.id)) return
    this.#seen.add(message.id)
    if (this.#seen.size > SEEN_MAX) this.#seen.delete(this.#seen.values().next().value as string)
    const prompt = promptOf(message)
    if (!prompt) return
    this.#waiting.push(prompt)
    this.#wake?.()
  }
}
