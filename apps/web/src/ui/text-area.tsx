import { useId, type ComponentProps, type ReactNode } from 'react'
import own from './text-area.module.css'
import styles from './text-field.module.css'

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'id'> & { label: string; description?: ReactNode }

/** For several lines, with its label above. */
export function TextArea({ label, description, ...area }: TextAreaProps) {
  const id = useId()
  const descriptionId = description ? `${id}-description` : undefined
  return (
    <div>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={styles.frame}>
        <textarea id={id} className={`${styles.input} ${own.area}`} aria-describedby={descriptionId} {...area} />
      </div>
      {description ? (
        <p id={descriptionId} className={styles.description}>
          {description}
        </p>
      ) : null}
    </div>
  )
}
