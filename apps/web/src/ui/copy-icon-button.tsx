import IconCheck from '~icons/tabler/check'
import IconCopy from '~icons/tabler/copy'
import { copy } from '../lib/copy.ts'
import styles from './copy-icon-button.module.css'
import { IconButton } from './icon-button.tsx'
import { useCopied } from './use-copied.ts'

/** The icon becomes a check mark for as long as the screen asks. */
export function CopyIconButton({ value, label, confirmMs }: { value: string; label: string; confirmMs?: number }) {
  const { copied, copyValue } = useCopied(confirmMs)
  return (
    <>
      <IconButton label={copied ? copy.common.copied : label} onClick={() => void copyValue(value)}>
        {copied ? <IconCheck aria-hidden="true" className={styles.check} /> : <IconCopy aria-hidden="true" />}
      </IconButton>
      <span role="status" className="visually-hidden">
        {copied ? copy.common.copied : ''}
      </span>
    </>
  )
}
