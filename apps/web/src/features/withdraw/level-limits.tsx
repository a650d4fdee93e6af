import type { readProfile } from '@trefoil/contract/profile'
import type { ReplyOf } from '@trefoil/contract/route'
import { typedAmount } from '../../lib/formats.ts'
import { Money } from '../../ui/money.tsx'
import styles from '../../ui/money-screen.module.css'
import { withdrawCopy } from './copy.ts'

const text = withdrawCopy

export type LevelLimit = NonNullable<ReplyOf<typeof readProfile>['data']['limits']['level']>

/** What the member's level allows, before anything is typed. */
export function LevelLimits({ limit }: { limit: LevelLimit }) {
  const { per_withdrawal: atOnce, left, more_at: moreAt } = limit
  return (
    <div className={styles.limits} data-limit>
      {atOnce === null ? null : <Limit label={text.atOnce} amount={atOnce} />}
      {left === null ? null : <Limit label={text.leftOfMonth} amount={left} />}
      <p className={styles.limit}>{moreAt === null ? text.ofLevel : text.moreAt(String(moreAt))}</p>
    </div>
  )
}

const Limit = ({ label, amount }: { label: string; amount: number }) => (
  <p className={styles.limit}>
    {label}{' '}
    <strong>
      <Money amount={amount} />
    </strong>
  </p>
)

export const isWithin = (limit: LevelLimit | null | undefined, amount: number | null): boolean =>
  !limit ||
  amount === null ||
  ((limit.per_withdrawal === null || amount <= limit.per_withdrawal) && (limit.left === null || amount <= limit.left))

/** All of a balance, or as much of it as the level allows. */
export const mostWithin = (limit: LevelLimit | null | undefined, all: string): string => {
  const allowed = [limit?.per_withdrawal, limit?.left].filter((amount) => typeof amount === 'number')
  const most = Math.min(Number(all), ...allowed)
  return typedAmount(most)
}
