import { useSyncExternalStore } from 'react'
import { browserStorage } from '../browser-storage.ts'
import { LANGUAGE_CHOICES, type LanguageChoice } from './language.ts'

const KEY = 'svc-hub:language'
const listeners = new Set<() => void>()

/** The choice kept in this browser. */
export function storedChoice(): LanguageChoice {
  const stored = browserStorage.getItem(KEY)
  return LANGUAGE_CHOICES.find((choice) => choice === stored) ?? 'system'
}

/** Keeps the choice in this browser. */
export function storeChoice(choice: LanguageChoice): void {
  browserStorage.setItem(KEY, choice)
  for (const listener of listeners) listener()
}

/** The chosen language and its changes. */
export function useLanguageChoice(): LanguageChoice {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, storedChoice)
}
