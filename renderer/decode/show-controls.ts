/** Characters nobody sees: controls, marks and overrides of direction, zero widths, and letters without a shape. */
const UNSEEN = /[\p{Cc}\p{Cf}\u115f\u1160\u3164\uffa0]/gu

/** Of them what has its place in any text: line breaks, tabs, the joiners of scripts and emoji, signs of Arabic. */
const ORDINARY = new Set([
  9, 10, 13, 0x20_0c, 0x20_0d, 0x06_00, 0x06_01, 0x06_02, 0x06_03, 0x06_04, 0x06_05, 0x06_dd,
])

/**
 * The text with such characters written out, as `⟨U+202E⟩`: what a person allows or opens must read as it is. For
 * showing only; what is copied stays as it was.
 */
export function showControls(text: string): string {
  return text.replace(UNSEEN, (character) => {
    const code = character.codePointAt(0) ?? 0
    return ORDINARY.has(code) ? character : `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`
  })
}
