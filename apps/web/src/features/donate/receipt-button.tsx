import IconFileText from '~icons/tabler/file-text'
import { failureText } from '../../lib/failure.ts'
import { toast } from '../../ui/toasts.tsx'
import { useDownloadReceiptMutation } from './api.ts'
import { donateCopy } from './copy.ts'
import styles from './receipt-button.module.css'

const text = donateCopy.receipt

/** `date` and the id tell one button from another. */
export function ReceiptButton({ id, date }: { id: string; date: string }) {
  const [save, { isLoading }] = useDownloadReceiptMutation()

  async function run() {
    if (isLoading) return
    try {
      await save({ id }).unwrap()
    } catch (problem) {
      toast.error(failureText(problem, { field: 'message', fallback: text.failed }))
    }
  }

  return (
    <button
      type="button"
      className={styles.button}
      aria-label={text.of(date)}
      aria-disabled={isLoading}
      onClick={() => void run()}
    >
      <IconFileText size={16} aria-hidden="true" />
      {text.button}
    </button>
  )
}
