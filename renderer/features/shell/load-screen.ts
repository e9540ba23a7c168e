import { loadingPart } from '../../client/part-not-loaded.ts'
import { loadTexts } from '../../i18n/i18n.ts'

/** Loads a screen together with the texts of all screens, so that it never shows without words. Rejects with PartNotLoaded. */
export async function loadScreen<Module>(load: () => Promise<Module>): Promise<Module> {
  const [screen] = await loadingPart(() => Promise.all([load(), loadTexts('screens')]))
  return screen
}
