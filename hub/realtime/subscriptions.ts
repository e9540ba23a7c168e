import { FilterSet } from './filter-set.ts'
import type { SseConnection } from './sse-connection.ts'
import { type EventTarget, type Filter, topicsOfEvent, topicsOfFilter } from './topics.ts'

interface Subscription {
  readonly connection: SseConnection
  readonly set: FilterSet
}

/** The open streams by filter set, so that an event finds its listeners without asking the others. */
export class Subscriptions {
  readonly #byId = new Map<string, Subscription>()
  readonly #sets = new Map<string, FilterSet>()
  readonly #byTopic = new Map<string, Set<FilterSet>>()

  get isEmpty(): boolean {
    return this.#byId.size === 0 && this.#sets.size === 0 && this.#byTopic.size === 0
  }

  find(subscriptionId: string): SseConnection | undefined {
    return this.#byId.get(subscriptionId)?.connection
  }

  all(): Iterable<Subscription> {
    return this.#byId.values()
  }

  /** Every filter set with a connection. */
  sets(): Iterable<FilterSet> {
    return this.#sets.values()
  }

  /** The filter sets that hear a broadcast event, each once. */
  hearing(target: EventTarget): FilterSet[] {
    return topicsOfEvent(target).flatMap((topic) => [...(this.#byTopic.get(topic) ?? [])])
  }

  /** Opens the connection's stream with its first frames and subscribes it, in one step. */
  join(connection: SseConnection, filter: Filter, frames: Buffer): void {
    const topics = topicsOfFilter(connection.namespace, filter)
    const key = keyOf(connection.namespace, topics)
    const set = this.#sets.get(key) ?? this.#addSet(key, new FilterSet(connection.namespace, topics))
    this.#byId.set(connection.id, { connection, set })
    set.join(connection, frames)
  }

  /** Forgets a connection, and its filter set with the last one of it. */
  leave(connection: SseConnection): void {
    const set = this.#byId.get(connection.id)?.set
    if (!set) return
    this.#byId.delete(connection.id)
    set.connections.delete(connection)
    if (set.connections.size > 0) return
    this.#sets.delete(keyOf(set.namespace, set.topics))
    for (const topic of set.topics) {
      const sets = this.#byTopic.get(topic)
      sets?.delete(set)
      if (sets?.size === 0) this.#byTopic.delete(topic)
    }
  }

  #addSet(key: string, set: FilterSet): FilterSet {
    this.#sets.set(key, set)
    for (const topic of set.topics) {
      const sets = this.#byTopic.get(topic)
      if (sets) sets.add(set)
      else this.#byTopic.set(topic, new Set([set]))
    }
    return set
  }
}

function keyOf(namespace: string, topics: readonly string[]): string {
  return JSON.stringify([namespace, ...topics])
}
