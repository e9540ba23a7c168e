/** A part of the page did not arrive: the hub is away, or was replaced by one that has other parts. */
export class PartNotLoaded extends Error {
  constructor(options: ErrorOptions) {
    super('A part of the page could not be loaded', options)
    this.name = 'PartNotLoaded'
  }
}

/**
 * Runs an `import()`, and whatever is needed with it. Rejects with PartNotLoaded: the browser's own error makes the
 * router load the whole page anew, which where there is no hub leaves none at all.
 */
export async function loadingPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load()
  } catch (cause) {
    throw new PartNotLoaded({ cause })
  }
}
