import { useId, type ComponentProps, type ReactNode } from 'react'
import styles from './text-field.module.css'

export type TextFieldProps = Omit<ComponentProps<'input'>, 'id'> & {
  label: string
  description?: ReactNode
  error?: string | undefined
  /** Decoration, such as an icon. */
  leftSection?: ReactNode
  /** A control of the field, such as a button. */
  rightSection?: ReactNode
  rightSectionWidth?: number
}

/** A one-line input with its label above, and its error and description below. */
export function TextField({
  label,
  description,
  error,
  leftSection,
  rightSection,
  rightSectionWidth = 48,
  className,
  dir,
  ...input
}: TextFieldProps) {
  const id = useId()
  const errorId = error ? `${id}-error` : undefined
  const descriptionId = description ? `${id}-description` : undefined
  return (
    <div className={className}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={styles.frame} dir={dir}>
        {leftSection ? <span className={styles.left}>{leftSection}</span> : null}
        <input
          id={id}
          className={styles.input}
          style={rightSection ? { paddingInlineEnd: rightSectionWidth } : undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={[errorId, descriptionId].filter(Boolean).join(' ') || undefined}
          {...input}
        />
        {rightSection ? (
          <span className={styles.right} style={{ width: rightSectionWidth }}>
            {rightSection}
          </span>
        ) : null}
      </div>
      {error ? (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      ) : null}
      {description ? (
        <p id={descriptionId} className={styles.description}>
          {description}
        </p>
      ) : null}
    </div>
  )
}
