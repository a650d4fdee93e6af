import type { ComponentProps } from 'react'
import styles from './icon-button.module.css'

/** A button that shows only an icon, so it needs a name. */
export function IconButton({
  label,
  className,
  ...rest
}: { label: string } & Omit<ComponentProps<'button'>, 'aria-label' | 'title'>) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={className ? `${styles.button} ${className}` : styles.button}
      {...rest}
    />
  )
}
