import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './button.module.css'

/** Danger is for what cannot be undone. */
type Tone = 'danger' | undefined

type Look = {
  /** Filled is for the main action of a screen or form. */
  variant?: 'filled' | 'default' | 'subtle'
  fullWidth?: boolean
  leftSection?: ReactNode
}

/** Never `disabled`, which would drop keyboard focus: use `aria-disabled`. */
export function Button({
  variant = 'filled',
  tone,
  fullWidth = false,
  leftSection,
  className,
  children,
  ...rest
}: Look & { tone?: Tone } & Omit<ComponentProps<'button'>, 'disabled'>) {
  return (
    <button
      type="button"
      data-variant={variant}
      data-tone={tone}
      className={classes({ fullWidth, className })}
      {...rest}
    >
      {leftSection}
      <span>{children}</span>
    </button>
  )
}

/** A link that looks like a button: `to` a screen of this application, or `href` with a full page load. */
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
