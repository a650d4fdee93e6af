import { failureText } from '../../lib/failure.ts'
import { Money } from '../../ui/money.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from '../console.module.css'
import { operatorCopy } from '../copy.ts'
import { Facts } from '../parts/facts.tsx'
import { useDryRunPaymentQuery } from './api.ts'

const text = operatorCopy.recovery

export type Booking = { transaction: string; ordinal: number; member: number | null }

/** Every account that the booking touches, as it is and as it would be. */
export function BookingEffect({ booking: { transaction, ordinal, member } }: { booking: Booking }) {
  const { currentData, error } = useDryRunPaymentQuery({ transaction, ordinal, ...(member !== null && { member }) })
  if (error)
    return <Notice tone="danger">{failureText(error, { field: 'message', fallback: operatorCopy.act.failed })}</Notice>
  if (!currentData) return null
  const { accounts, refused } = currentData
  return (
    <section className={styles.rows} aria-label={text.effect}>
      {refused === null ? null : <Notice tone="danger">{refused}</Notice>}
      <Facts
        facts={accounts.flatMap(({ account, member: owner, before, after }) => {
          const name = owner ? text.ofMember(account, owner.name) : text.ofSystem(account)
          return [
            [text.before(name), <Money key="before" amount={before} />],
            [text.after(name), <Money key="after" amount={after} />],
          ] as const
        })}
      />
    </section>
  )
}
