import { LoaderCircle } from 'lucide-react'

/** Turns while something is under way; the text beside it says what. */
export function Spinner({ size = 16 }: { size?: number }) {
  return <LoaderCircle size={size} className="shrink-0 animate-spin" aria-hidden />
}
