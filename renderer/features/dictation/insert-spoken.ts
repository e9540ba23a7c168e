/** Where text is written, and what is selected there. */
export interface FieldText {
  text: string
  start: number
  end: number
}

/** Writing that has no spaces between words. */
const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\u3000-\u303f\uff00-\uffef]/u
const needsNoSpaceAfter = /[\s([{<"'“‘/@-]/u
const needsNoSpaceBefore = /[\s.,;:!?)\]}>"'”’/]/u

/** Puts what was said in place of the selection, with the spaces that belong around it; the caret stands behind. */
export function insertSpoken(
  { text, start, end }: FieldText,
  spoken: string,
): { text: string; caret: number } {
  const said = spoken.trim()
  const [before, after] = [text.slice(0, start), text.slice(end)]
  const [last, first] = [before.at(-1) ?? ' ', after.at(0) ?? ' ']
  const isApart = (one: string, other: string) => SPACELESS.test(one) || SPACELESS.test(other)
  const lead = needsNoSpaceAfter.test(last) || isApart(last, said.charAt(0)) ? '' : ' '
  const trail = needsNoSpaceBefore.test(first) || isApart(said.charAt(said.length - 1), first) ? '' : ' '
  const put = `${before}${lead}${said}`
  return { text: `${put}${trail}${after}`, caret: put.length }
}
