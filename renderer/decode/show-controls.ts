/** Characters nobody sees: controls, marks and overrides of direction, zero widths, and letters without a shape. */
const UNSEEN = /(?!\r\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu

/**
 * Of them what has its place in any text: line breaks, tabs, the joiners of scripts and emoji, the looks of emoji,
 * signs of Arabic.
 */
const ORDINARY = new Set([
  9, 10, 0x20_0c, 0x20_0d, 0xfe_0e, 0xfe_0f, 0x06_00, 0x06_01, 0x06_02, 0x06_03, 0x06_04, 0x06_05, 0x06_dd,
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
