import { type ComponentType, lazy } from 'react'
import { loadTexts } from '../../i18n/i18n.ts'

/** Loads a part of the session page together with its texts, so that it never shows without words. */
export async function loadPart<Module>(load: () => Promise<Module>): Promise<Module> {
  const [part] = await Promise.all([load(), loadTexts('session')])
  return part
}

/** A component of the session page that loads when it is first shown. */
export function lazyPart<Props, Name extends string>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) {
  return lazy(() => loadPart(load).then((part) => ({ default: part[name] })))
}
