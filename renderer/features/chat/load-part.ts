import { type ComponentType, lazy } from 'react'

/** Loads a part of the session page together with its texts, so that it never shows without words. */
export async function loadPart<Module>(load: () => Promise<Module>): Promise<Module> {
  const [part, texts] = await Promise.all([load(), import('../../i18n/session-texts.ts')])
  texts.addSessionTexts()
  return part
}

/** A component of the session page that loads when it is first shown. */
export function lazyPart<Props, Name extends string>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) {
  return lazy(() => loadPart(load).then((part) => ({ default: part[name] })))
}
