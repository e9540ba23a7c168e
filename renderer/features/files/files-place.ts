/** What of a session's files is shown; part of the address, so that Back leads through it. */
export interface FilesPlace {
  /** The folder, relative to the session's own; empty for that. */
  path?: string
  /** The opened file. */
  file?: string
}

/** Reads the place from an address; whatever is not text is left out. */
export function readFilesPlace({ path, file }: Record<string, unknown>): FilesPlace {
  return {
    ...(typeof path === 'string' && path !== '' && { path }),
    ...(typeof file === 'string' && file !== '' && { file }),
  }
}
