import { classNames } from './class-names.ts'

/** The grey shape of something that loads. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden
      data-testid="loading"
      className={classNames('animate-breathe rounded-md bg-hover', className)}
    />
  )
}
