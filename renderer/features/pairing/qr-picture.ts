import { encode } from 'uqr'

/** Empty modules around a code, as its standard asks for. */
export const QUIET_ZONE = 4

export interface QrPicture {
  /** Modules on each side, quiet zone included: the size of the picture's view box. */
  size: number
  /** Outline of the dark modules, one unit each. */
  path: string
}

/** The picture of a QR code that still reads with a smudge on it (level M). */
export function qrPicture(text: string): QrPicture {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  const path = data
    .flatMap((row, y) => runs(row).map(({ x, length }) => `M${x} ${y}h${length}v1h-${length}z`))
    .join('')
  return { size, path }
}

/** Dark modules side by side become one shape, so that no hairline shows between them. */
function runs(row: readonly boolean[]): { x: number; length: number }[] {
  const found: { x: number; length: number }[] = []
  row.forEach((isDark, x) => {
    const last = found.at(-1)
    if (!isDark) return
    if (last && last.x + last.length === x) last.length += 1
    else found.push({ x, length: 1 })
  })
  return found
}
