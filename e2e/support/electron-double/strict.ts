import { EventEmitter } from 'node:events'

/** Asked of any object by Node or the language itself, such as by `await` and by printing. */
const ASKED_BY_NODE = new Set(['then', 'toJSON', 'inspect', 'asymmetricMatch', '$$typeof', 'nodeType'])

/** End of a prototype chain: what is not found before is not in the double, and whoever asks is told so. */
const endOfChain = (nameOf: (receiver: object) => string, end: object = Object.prototype) =>
  new Proxy(end, {
    get(target, key, receiver) {
      if (typeof key === 'symbol' || key in target || ASKED_BY_NODE.has(key)) return Reflect.get(target, key)
      throw new Error(`The double of electron has no ${nameOf(receiver)}.${key}`)
    },
  })

/** Base of a class whose unknown members throw with their name, so that nobody believes that they work. */
export class Strict {}
Object.setPrototypeOf(
  Strict.prototype,
  endOfChain((receiver) => receiver.constructor.name),
)
Object.setPrototypeOf(
  Strict,
  endOfChain((receiver) => (receiver as { name: string }).name, Function.prototype),
)

/** The object, whose unknown members throw with their name from now on. */
export function strict<T extends object>(name: string, object: T): T {
  return Object.setPrototypeOf(
    object,
    endOfChain(() => name),
  )
}

type Listener = (...args: never[]) => void

/** An emitter of the events it names; to listen for another one throws. */
export class StrictEmitter extends Strict {
  readonly #emitter = new EventEmitter()
  readonly #events: ReadonlySet<string>

  constructor(...events: string[]) {
    super()
    this.#events = new Set(events)
  }

  on(event: string, listener: Listener): this {
    this.#require(event)
    this.#emitter.on(event, listener as () => void)
    return this
  }

  once(event: string, listener: Listener): this {
    this.#require(event)
    this.#emitter.once(event, listener as () => void)
    return this
  }

  off(event: string, listener: Listener): this {
    this.#emitter.off(event, listener as () => void)
    return this
  }

  emit(event: string, ...args: unknown[]): boolean {
    this.#require(event)
    return this.#emitter.emit(event, ...args)
  }

  #require(event: string): void {
    if (this.#events.has(event)) return
    throw new Error(`The double of electron has no event "${event}" of ${this.constructor.name}`)
  }
}

/** An event as Electron hands it to listeners. */
export interface DoubleEvent {
  defaultPrevented: boolean
  preventDefault(): void
}

export function makeEvent<Fields extends object>(fields: Fields): Fields & DoubleEvent {
  const event = {
    ...fields,
    defaultPrevented: false,
    preventDefault() {
      event.defaultPrevented = true
    },
  }
  return event
}
