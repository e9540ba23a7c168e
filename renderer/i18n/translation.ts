/**
 * The same texts in a language whose plurals have one form: every key of the English ones and no other,
 * without `…_one`, which Chinese never asks for. A forgotten key is a type error.
 */
export type Translation<Texts> = {
  [Key in keyof Texts as Key extends `${string}_one` ? never : Key]: Texts[Key] extends string
    ? string
    : Translation<Texts[Key]>
}
