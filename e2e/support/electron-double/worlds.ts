/*
 * What the double runs in a page before the page's own scripts, as text: in the page's world, and in the
 * isolated world of the preload. Nothing here may use what is outside its own function.
 */

type Message =
  | { type: 'call'; id: number; args: unknown[] }
  | { type: 'return'; value?: unknown; error?: string }
  | { type: 'settle'; id: number; value?: unknown; error?: string }
  | { type: 'expose'; name: string; api: unknown }

export interface World {
  expose(name: string, api: unknown): void
}

/**
 * Joins one world of a page with the other one, through the document that they share: calls, with functions
 * and promises both ways, as Electron's contextBridge carries them, but of JSON only. The page cannot know the
 * name of the channel.
 */
export function joinWorlds(channel: string, side: 'page' | 'preload'): World {
  type Fn = (...args: unknown[]) => unknown
  const other = side === 'page' ? 'preload' : 'page'
  const functions = new Map<number, Fn>()
  const promises = new Map<number, PromiseWithResolvers<unknown>>()
  let lastId = 0
  let returned: Extract<Message, { type: 'return' }> | undefined

  const tell = (message: Message) => {
    document.dispatchEvent(new CustomEvent(`${channel}-${other}`, { detail: JSON.stringify(message) }))
  }

  const encode = (value: unknown): unknown => {
    if (value === undefined) return { is: 'undefined' }
    if (value === null || ['boolean', 'number', 'string'].includes(typeof value)) return value
    if (Array.isArray(value)) return value.map(encode)
    const id = ++lastId
    if (typeof value === 'function') {
      functions.set(id, value as Fn)
      return { is: 'function', id }
    }
    if (value instanceof Promise) {
      value.then(
        (result) => tell({ type: 'settle', id, value: encode(result) }),
        (error: Error) => tell({ type: 'settle', id, error: error.message }),
      )
      return { is: 'promise', id }
    }
    if (![Object.prototype, null].includes(Object.getPrototypeOf(value))) {
      throw new TypeError('The double of electron carries JSON only')
    }
    const entries = Object.entries(value as object).map(([key, inner]) => [key, encode(inner)])
    return { is: 'object', value: Object.fromEntries(entries) }
  }

  const decode = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(decode)
    const { is, id, value: inner } = value as { is: string; id: number; value: object }
    if (is === 'undefined') return undefined
    if (is === 'function') return (...args: unknown[]) => call(id, args)
    if (is === 'object') {
      return Object.fromEntries(Object.entries(inner).map(([key, each]) => [key, decode(each)]))
    }
    const promise = Promise.withResolvers<unknown>()
    promises.set(id, promise)
    return promise.promise
  }

  const call = (id: number, args: unknown[]): unknown => {
    // Events are dispatched at once, so the answer is there when `tell` returns.
    tell({ type: 'call', id, args: args.map(encode) })
    const answer = returned
    returned = undefined
    if (answer?.error !== undefined) throw new Error(answer.error)
    return decode(answer?.value)
  }

  const answer = (id: number, args: unknown[]): Message => {
    try {
      return { type: 'return', value: encode(functions.get(id)?.(...args.map(decode))) }
    } catch (error) {
      return { type: 'return', error: (error as Error).message }
    }
  }

  document.addEventListener(`${channel}-${side}`, (event) => {
    const message = JSON.parse((event as CustomEvent<string>).detail) as Message
    if (message.type === 'call') tell(answer(message.id, message.args))
    else if (message.type === 'return') returned = message
    else if (message.type === 'settle') {
      const promise = promises.get(message.id)
      promises.delete(message.id)
      if (message.error === undefined) promise?.resolve(decode(message.value))
      else promise?.reject(new Error(message.error))
    } else {
      const value = Object.freeze(decode(message.api))
      Object.defineProperty(window, message.name, { value, enumerable: true })
    }
  })
  return { expose: (name, api) => tell({ type: 'expose', name, api: encode(api) }) }
}

/** Name of the isolated world, and of what the double puts into it. */
export const PRELOAD_WORLD = 'electron-double-preload'
export const CALL_BINDING = 'electronDoubleCall'
export const RECEIVE = 'electronDoubleReceive'

/** What the double says to the preload's world. */
export type ToPreload =
  | { type: 'answer'; id: number; value?: unknown; error?: string }
  | { type: 'message'; channel: string; args: unknown[] }

interface PreloadNames {
  call: string
  receive: string
}

/** Runs the preload in its world with the part of `electron` that a sandboxed preload is given. */
export function runPreload(
  world: World,
  names: PreloadNames,
  preload: (require: (name: string) => unknown, module: { exports: object }, exports: object) => void,
): void {
  type Listener = (event: object, ...args: unknown[]) => void
  const scope = globalThis as unknown as Record<string, (text: string) => void>
  const pending = new Map<number, PromiseWithResolvers<unknown>>()
  const listeners = new Map<string, Set<Listener>>()
  let lastId = 0

  const json = (value: unknown): unknown => {
    if (typeof value === 'object' && value !== null) {
      if (!Array.isArray(value) && ![Object.prototype, null].includes(Object.getPrototypeOf(value))) {
        throw new TypeError('The double of electron carries JSON only')
      }
      for (const inner of Object.values(value)) json(inner)
    } else if (typeof value === 'function' || typeof value === 'symbol') {
      throw new TypeError('An object could not be cloned.')
    }
    return value
  }

  const strict = <T extends object>(name: string, object: T): T =>
    new Proxy(object, {
      get(target, key) {
        if (typeof key === 'symbol' || key in target) return Reflect.get(target, key)
        throw new Error(`The double of electron has no ${name}.${key}`)
      },
    })

  const ipcRenderer = strict('ipcRenderer', {
    invoke(channel: string, ...args: unknown[]) {
      const answer = Promise.withResolvers<unknown>()
      const id = ++lastId
      pending.set(id, answer)
      scope[names.call]?.(JSON.stringify({ id, channel, args: json(args) }))
      return answer.promise
    },
    on(channel: string, listener: Listener) {
      listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener))
    },
    off(channel: string, listener: Listener) {
      listeners.get(channel)?.delete(listener)
    },
  })

  scope[names.receive] = (text) => {
    const message = JSON.parse(text) as ToPreload
    if (message.type === 'message') {
      for (const listener of listeners.get(message.channel) ?? []) listener({}, ...message.args)
      return
    }
    const answer = pending.get(message.id)
    pending.delete(message.id)
    if (message.error === undefined) answer?.resolve(message.value)
    else answer?.reject(new Error(message.error))
  }

  const contextBridge = strict('contextBridge', { exposeInMainWorld: world.expose })
  const electron = strict('electron', { contextBridge, ipcRenderer })
  const require = (name: string) => {
    if (name === 'electron') return electron
    throw new Error(`module not found: ${name}`)
  }
  const module = { exports: {} }
  preload(require, module, module.exports)
}

/** The two scripts that a page with this preload runs first: in its own world, and in the preload's. */
export function scriptsFor(preload: string): { page: string; preload: string } {
  const channel = JSON.stringify(`double-${crypto.randomUUID()}`)
  const names = JSON.stringify({ call: CALL_BINDING, receive: RECEIVE })
  const body = `(require, module, exports) => {\n${preload}\n}`
  return {
    page: `(${joinWorlds})(${channel}, 'page')`,
    // As in Electron, a frame inside the page is given no preload.
    preload: `if (window.top === window) (${runPreload})((${joinWorlds})(${channel}, 'preload'), ${names}, ${body})`,
  }
}
