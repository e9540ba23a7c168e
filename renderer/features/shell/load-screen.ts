import { loadTexts } from '../../i18n/i18n.ts'

/** Loads a screen together with the texts of all screens, so that it never shows without words. */
export async function loadScreen<Module>(load: () => Promise<Module>): Promise<Module> {
  const [screen] = await Promise.all([load(), loadTexts('screens')])
  return screen
}
