/** A press of one key. */
interface Keys {
  /** As the browser names it. */
  key: string
  /** Ctrl, or Cmd on a Mac. */
  mod?: boolean
  shift?: boolean
}

type PressedKeys = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

const up = { key: 'ArrowUp' }
const down = { key: 'ArrowDown' }
const left = { key: 'ArrowLeft' }
const right = { key: 'ArrowRight' }
const first = { key: 'Home' }
const last = { key: 'End' }
const enter = { key: 'Enter' }
const modEnter = { key: 'Enter', mod: true } as const
const esc = { key: 'Escape' }

/**
 * Every key that does something, by the place it does it in. What is pressed is read from this table alone
 * (`shortcutOf`), and so the list that people are shown is never another one.
 */
export const SHORTCUTS = {
  everywhere: { palette: [{ key: 'k', mod: true }], shortcuts: [{ key: '?' }] },
  list: { next: [down], previous: [up], first: [first], last: [last] },
  tabs: { next: [right], previous: [left], first: [first], last: [last] },
  composer: { send: [enter, modEnter], newLine: [{ key: 'Enter', shift: true }] },
  dictation: { discard: [esc] },
  suggestions: { next: [down], previous: [up], take: [enter, { key: 'Tab' }], close: [esc] },
  notes: { save: [modEnter], cancel: [esc] },
  palette: { next: [down], previous: [up], run: [enter] },
  messages: { close: [esc] },
} as const satisfies Record<string, Record<string, readonly Keys[]>>

export type ShortcutPlace = keyof typeof SHORTCUTS
export type ShortcutOf<Place extends ShortcutPlace> = keyof (typeof SHORTCUTS)[Place] & string

/** What a key press asks for in this place; undefined where that is nothing of ours. */
export function shortcutOf<Place extends ShortcutPlace>(
  place: Place,
  event: PressedKeys,
): ShortcutOf<Place> | undefined {
  const found = Object.entries<readonly Keys[]>(SHORTCUTS[place]).find(([, alternatives]) =>
    alternatives.some((keys) => isPressed(keys, event)),
  )
  return found?.[0] as ShortcutOf<Place> | undefined
}

function isPressed({ key, mod = false, shift }: Keys, event: PressedKeys): boolean {
  if (event.altKey || event.key.toLowerCase() !== key.toLowerCase()) return false
  const hasMod = event.ctrlKey !== event.metaKey
  if (hasMod !== mod || (event.ctrlKey && event.metaKey)) return false
  // Where a sign such as “?” lies, and whether it takes Shift, is up to the keyboard.
  return key === '?' || event.shiftKey === (shift ?? false)
}

const SIGNS: Record<string, string> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
}

/** The keys of a shortcut as they are printed on the keyboard, one alternative after the other. */
export function keyNames(alternatives: readonly Keys[], isMac: boolean): readonly (readonly string[])[] {
  return alternatives.map(({ key, mod, shift }) => [
    ...(mod ? [isMac ? '⌘' : 'Ctrl'] : []),
    ...(shift ? ['Shift'] : []),
    SIGNS[key] ?? (key.length === 1 ? key.toUpperCase() : key),
  ])
}

/** Whether this computer's keyboard has ⌘ in place of Ctrl. */
export const IS_MAC = /mac|iphone|ipad/i.test(navigator.userAgent)
