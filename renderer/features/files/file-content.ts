/** Text beyond this is left out of the page. */
export const SHOWN_BYTES = 1024 * 1024
/** Text beyond this is not coloured. */
export const HIGHLIGHT_CHARS = 200_000
/** Files beyond this are loaded only on request. */
export const LARGE_BYTES = 5 * 1024 * 1024

/** What can be shown of a file. */
export type FileContent =
  | { kind: 'empty' }
  | { kind: 'image'; mimeType: string }
  | { kind: 'text'; text: string; isCut: boolean }
  | { kind: 'binary' }

const IMAGES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  bmp: 'image/bmp',
  ico: 'image/x-icon',
  svg: 'image/svg+xml',
}

/** Names of languages where the ending is not one the highlighter knows. */
const LANGUAGES: Readonly<Record<string, string>> = {
  mts: 'typescript',
  cts: 'typescript',
  tsx: 'typescript',
  cjs: 'javascript',
  mjs: 'javascript',
  jsonc: 'json',
  toml: 'ini',
  htm: 'xml',
  vue: 'xml',
  svelte: 'xml',
  svg: 'xml',
  zsh: 'bash',
  fish: 'bash',
  dockerfile: 'bash',
  makefile: 'makefile',
}

/** Sorts a file into what can be shown of it, by its name and its first bytes. */
export function readContent(name: string, bytes: Uint8Array): FileContent {
  if (bytes.length === 0) return { kind: 'empty' }
  const mimeType = IMAGES[endingOf(name)]
  if (mimeType !== undefined) return { kind: 'image', mimeType }
  const isCut = bytes.length > SHOWN_BYTES
  const text = decodeText(isCut ? bytes.subarray(0, SHOWN_BYTES) : bytes, isCut)
  return text === undefined ? { kind: 'binary' } : { kind: 'text', text, isCut }
}

/** The highlighter's name for the language of a file; it ignores those it does not know. */
export function languageOf(name: string): string {
  const ending = endingOf(name)
  return LANGUAGES[ending] ?? ending
}

/** The bytes of base64 text. Throws for anything else. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64)
  const bytes = new Uint8Array(binary.length)
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index)
  return bytes
}

/** The last part of a path. */
export const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

function endingOf(path: string): string {
  const name = nameOf(path).toLowerCase()
  return name.slice(name.lastIndexOf('.') + 1)
}

/** Undefined when it is no text. The last character of a cut text may be missing a part. */
function decodeText(bytes: Uint8Array, isCut: boolean): string | undefined {
  if (bytes.includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut })
  } catch {
    return undefined
  }
}
