import { useId, type ComponentProps, type ReactNode } from 'react'
import own from './text-area.module.css'
import styles from './text-field.module.css'

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'id'> & {
  label: string
  description?: ReactNode
  error?: string | undefined
}

/** For several lines, with its label above, and its error and description below. */
export function TextArea({ label, description, error, ...area }: TextAreaProps) {
  const id = useId()
  const errorId = error ? `${id}-error` : undefined
  const descriptionId = description ? `${id}-description` : undefined
  return (
    <div>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={styles.frame}>
        <textarea
          id={id}
          className={`${styles.input} ${own.area}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={[errorId, descriptionId].filter(Boolean).join(' ') || undefined}
          {...area}
        />
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
