import IconHeartHandshake from '~icons/tabler/heart-handshake'
import IconWallet from '~icons/tabler/wallet'
import type { Figure } from '@trefoil/contract/figures'
import { showAmount } from '../../lib/formats.ts'
import { useStagesQuery } from '../../lib/stages-api.ts'
import { earningWindow } from '../../lib/standing.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Explained } from '../../ui/explained.tsx'
import { Money } from '../../ui/money.tsx'
import { StatCard } from '../../ui/stat-card.tsx'
import { overviewCopy } from './copy.ts'
import type { Member } from './member.ts'
import styles from './overview.module.css'

const text = overviewCopy

/** The two balances a member acts on first, then the other five. */
export function Figures({ member }: { member: Member | undefined }) {
  const money = (figure: Figure, amount: number | undefined) =>
    amount === undefined ? undefined : (
      <Explained figure={figure}>
        <Money amount={amount} />
      </Explained>
    )
  const stats = member?.stats
  return (
    <>
      <div className={styles.balances}>
        <StatCard
          large
          title={text.available}
          value={money('available', member?.balances.balance)}
          description={text.availableHint}
          icon={<IconWallet aria-hidden="true" />}
        >
          <div className={styles.actions}>
            <ButtonLink to="/dashboard/withdraw">{text.withdraw}</ButtonLink>
          </div>
        </StatCard>
        <StatCard
          large
          title={text.impact}
          value={money('impact', member?.balances.deposit_balance)}
          description={text.impactHint}
          icon={<IconHeartHandshake aria-hidden="true" />}
        >
          <div className={styles.actions}>
            <ButtonLink to="/dashboard/donate">{text.donate}</ButtonLink>
            <ButtonLink to="/dashboard/deposit" variant="default">
              {text.deposit}
            </ButtonLink>
          </div>
        </StatCard>
      </div>
      <div className={styles.figures}>
        <StatCard title={text.totalDonation} value={money('total_donation', stats?.total_donation)} />
        <StatCard title={text.totalEarn} value={money('total_earn', stats?.total_earn)} />
        <StatCard title={text.totalDeposit} value={money('total_deposit', stats?.total_deposit)} />
        <StatCard title={text.totalWithdraw} value={money('total_withdraw', stats?.total_withdraw)} />
        <Threshold member={member} />
      </div>
    </>
  )
}

function Threshold({ member }: { member: Member | undefined }) {
  const { data: stages } = useStagesQuery()
  const window = member && stages ? earningWindow(stages, member) : undefined
  return (
    <StatCard
      title={text.threshold}
      value={
        window && (
          <Explained figure="earning_threshold">
            <Money amount={window.left} />
          </Explained>
        )
      }
    >
      <div
        className={styles.bar}
        role="img"
        aria-label={
          window && window.whole > 0
            ? text.thresholdUse(showAmount(window.earned), showAmount(window.whole))
            : text.thresholdClosed
        }
      >
        <span style={{ width: `${shareUsed(window)}%` }} />
      </div>
    </StatCard>
  )
}

const shareUsed = (window: { whole: number; earned: number } | undefined): number =>
  window && window.whole > 0 ? Math.min(100, (window.earned / window.whole) * 100) : 0
