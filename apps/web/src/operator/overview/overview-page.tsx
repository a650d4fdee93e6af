import { Link } from 'react-router'
import { showCount } from '../../lib/formats.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Money } from '../../ui/money.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { StatCard } from '../../ui/stat-card.tsx'
import styles from '../console.module.css'
import { operatorCopy } from '../copy.ts'
import { showInstant } from '../parts/instants.ts'
import { useOverviewQuery, type Overview } from './api.ts'
import { overviewCopy } from './copy.ts'
import { Fees } from './fees.tsx'
import { FigureSection } from './figure-section.tsx'
import { Health } from './health.tsx'
import { Signers } from './signers.tsx'
import { UndeliveredMails } from './undelivered-mails.tsx'
import { Vault } from './vault.tsx'

const text = overviewCopy
const RENEWAL_MS = 5000

export default function OverviewPage() {
  const { data, isError, refetch } = useOverviewQuery(undefined, {
    pollingInterval: RENEWAL_MS,
    skipPollingIfUnfocused: true,
  })
  return (
    <div className={styles.page}>
      <ScreenTitle />
      {isError && !data ? (
        <LoadFailure text={operatorCopy.common.loadFailed} retryLabel={operatorCopy.common.retry} onRetry={refetch} />
      ) : (
        <>
          <MoneyFigures money={data?.money} />
          <Queue queue={data?.queue} />
          <Health overview={data} />
          <Vault vault={data?.payouts.vault} />
          <Signers signers={data?.payouts.signers} />
          <Fees />
          <UndeliveredMails />
        </>
      )}
    </div>
  )
}

function MoneyFigures({ money }: { money: Overview['money'] | undefined }) {
  const today = (amount: number | undefined) =>
    amount === undefined ? undefined : (
      <>
        <Money amount={amount} /> {text.today}
      </>
    )
  const figures = [
    { title: text.moneyIn, amount: money?.in, description: today(money?.in_today) },
    { title: text.moneyOut, amount: money?.out, description: today(money?.out_today) },
    { title: text.held, amount: money?.held, description: text.heldHint },
    { title: text.owed, amount: money?.owed, description: text.owedHint },
    { title: text.owned, amount: money?.owned, description: text.ownedHint },
    { title: text.onChain, amount: money?.on_chain, description: text.onChainHint },
    { title: text.cause, amount: money?.cause },
    { title: text.operations, amount: money?.operations },
    { title: text.dust, amount: money?.dust },
  ]
  return (
    <FigureSection heading={text.money}>
      {figures.map(({ title, amount, description }) => (
        <StatCard
          key={title}
          title={title}
          value={amount === undefined ? undefined : <Money amount={amount} />}
          description={description}
        />
      ))}
    </FigureSection>
  )
}

function Queue({ queue }: { queue: Overview['queue'] | undefined }) {
  const figures = [
    {
      title: text.waiting,
      count: queue?.waiting,
      to: '/operator/withdrawals',
      description: queue?.oldest ? `${text.oldest} ${showInstant(queue.oldest)}` : text.waitingHint,
    },
    {
      title: text.approved,
      count: queue?.approved,
      to: '/operator/withdrawals?show=open',
      description: text.approvedHint,
    },
    {
      title: text.sending,
      count: queue?.sending,
      to: '/operator/withdrawals?show=open',
      description: text.sendingHint,
    },
    { title: text.failed, count: queue?.failed, to: '/operator/withdrawals', description: text.failedHint },
    { title: text.proposals, count: queue?.proposals, to: '/operator/proposals', description: text.proposalsHint },
    {
      title: text.unmatched,
      count: queue?.unmatched,
      to: '/operator/deposits?tab=unmatched',
      description: text.unmatchedHint,
    },
  ]
  return (
    <FigureSection heading={text.queue}>
      {figures.map(({ title, count, to, description }) => (
        <StatCard
          key={title}
          title={title}
          value={
            count === undefined ? undefined : (
              <Link to={to} aria-label={`${title}: ${showCount(count)}`}>
                {showCount(count)}
              </Link>
            )
          }
          description={description}
        />
      ))}
    </FigureSection>
  )
}
