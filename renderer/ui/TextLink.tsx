import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface TextLinkProps {
  to: Exclude<LinkProps['to'], undefined>
  hash?: string
  className?: string
  children: ReactNode
}

/** A link with words, to another screen. */
export function TextLink({ to, hash, className, children }: TextLinkProps) {
  return (
    <Link
      to={to}
      {...(hash !== undefined && { hash })}
      className={classNames('tap inline-flex items-center font-medium text-accent underline', className)}
    >
      {children}
    </Link>
  )
}
