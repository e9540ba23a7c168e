/** Loads a screen together with the texts of all screens, so that it never shows without words. */
export async function loadScreen<Module>(load: () => Promise<Module>): Promise<Module> {
  const [screen, texts] = await Promise.all([load(), import('../../i18n/screen-texts.ts')])
  texts.addScreenTexts()
  return screen
}
