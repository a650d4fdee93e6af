import { dashboardCopy } from '../../lib/dashboard-copy.ts'
import { failureText } from '../../lib/failure.ts'
import { showAmount } from '../../lib/formats.ts'
import { textsFrom } from '../../lib/language.ts'
import type { Transaction } from '../../lib/transactions-api.ts'
import { ProgressLine } from '../../ui/progress-line.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useCancelWithdrawalMutation } from './api.ts'
import styles from './withdrawal-progress.module.css'
import { serverSentence } from '../../lib/server-words.ts'

/** In English, the server's own words are shown. */
const translations = await textsFrom(() => import('../../lib/later/transaction-copy.ts'))

const text = dashboardCopy.transactions
const STEPS = Object.keys(text.steps).length

/** How far a payout is, why it was refused, and while it waits, the way back. */
export function WithdrawalProgress({ _id, status, steps, amount, description, code = '', params }: Transaction) {
  const [cancel, { isLoading }] = useCancelWithdrawalMutation()
  if (status === 3)
    return (
      <span className={`${styles.reason} own-direction`}>
        {translations?.transactionIn(code, params) ?? description}
      </span>
    )
  if (status === 1) return null
  const last = steps?.at(-1)

  const takeBack = async () => {
    if (isLoading) return
    try {
      const { message } = await cancel({ id: _id }).unwrap()
      toast.success(serverSentence(message, text.cancelled))
    } catch (problem) {
      toast.error(failureText(problem, { field: 'message', fallback: text.cancelFailed }))
    }
  }

  return (
    <>
      {last && steps ? (
        <ProgressLine done={steps.length} all={STEPS}>
          {text.stepOf(steps.length, STEPS, text.steps[last.name])}
        </ProgressLine>
      ) : null}
      {status === 2 ? (
        <button
          type="button"
          className={styles.cancel}
          aria-label={text.cancelThis(showAmount(amount))}
          aria-disabled={isLoading}
          onClick={() => void takeBack()}
        >
          {text.cancel}
        </button>
      ) : null}
    </>
  )
}
