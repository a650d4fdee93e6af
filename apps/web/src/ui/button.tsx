import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './button.module.css'

type Look = {
  /** Filled is the one thing that a screen or a form is for. */
  variant?: 'filled' | 'default' | 'subtle'
  fullWidth?: boolean
  leftSection?: ReactNode
}

/** While it cannot be used it is `aria-disabled`, never `disabled`, which would take the focus from the keyboard. */
export function Button({
  variant = 'filled',
  fullWidth = false,
  leftSection,
  className,
  children,
  ...rest
}: Look & Omit<ComponentProps<'button'>, 'disabled'>) {
  return (
    <button type="button" data-variant={variant} className={classes({ fullWidth, className })} {...rest}>
      {leftSection}
      <span>{children}</span>
    </button>
  )
}

/** Looks like a button and leads elsewhere: `to` a screen of this application, by `href` with a whole load. */
export function ButtonLink({
  variant = 'filled',
  fullWidth = false,
  leftSection,
  className,
  children,
  ...target
}: Look & (ComponentProps<typeof Link> | (ComponentProps<'a'> & { href: string }))) {
  const look = { 'data-variant': variant, className: classes({ fullWidth, className }) }
  const content = (
    <>
      {leftSection}
      <span>{children}</span>
    </>
  )
  return 'to' in target ? (
    <Link {...look} {...target}>
      {content}
    </Link>
  ) : (
    <a {...look} {...target}>
      {content}
    </a>
  )
}

const classes = ({ fullWidth, className }: { fullWidth: boolean; className: string | undefined }): string =>
  [styles.button, fullWidth && styles.fullWidth, className].filter(Boolean).join(' ')
