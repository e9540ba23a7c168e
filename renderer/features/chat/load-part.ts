import { type ComponentType, lazy } from 'react'
import { loadingPart } from '../../client/part-not-loaded.ts'
import { loadTexts } from '../../i18n/i18n.ts'

/** Loads a part of the session page together with its texts, so that it never shows without words. Rejects with PartNotLoaded. */
export async function loadPart<Module>(load: () => Promise<Module>): Promise<Module> {
  const [part] = await loadingPart(() => Promise.all([load(), loadTexts('session')]))
  return part
}

/** A component of the session page that loads when it is first shown. */
export function lazyPart<Props, Name extends string>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) {
  return lazy(() => loadPart(load).then((part) => ({ default: part[name] })))
}
