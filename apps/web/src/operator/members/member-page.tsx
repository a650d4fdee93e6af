import { Link, useParams } from 'react-router'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { PageTabs } from '../../ui/page-tabs.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import styles from '../console.module.css'
import { operatorCopy } from '../copy.ts'
import { useMayAct } from '../parts/use-may-act.ts'
import { HitTable } from '../screening/hit-table.tsx'
import { AccountFacts } from './account-facts.tsx'
import { useMemberQuery, type MemberView } from './api.ts'
import { ADDRESSES, AGREEMENTS, EARLIER_WITHDRAWALS, HISTORY, SESSIONS } from './member-columns.tsx'
import { MemberActions } from './member-actions.tsx'
import { memberCopy } from './member-copy.ts'
import { SecurityEvents } from './security-events.tsx'
import { Statement } from './statement.tsx'
import { Team } from './team.tsx'

const text = memberCopy
const common = operatorCopy.common
const RENEWAL_MS = 10_000

/** Everything about one account, and its actions. */
export default function MemberPage() {
  const id = Number(useParams()['id'])
  const { data, isError, refetch } = useMemberQuery(
    { id },
    { pollingInterval: RENEWAL_MS, skipPollingIfUnfocused: true },
  )
  const mayAct = useMayAct()
  const name = data?.member.name ?? operatorCopy.common.member
  return (
    <div className={styles.page}>
      <Link to="/operator/members">{text.backToList}</Link>
      <PageTitle documentTitle={name} lead={data?.member.email}>
        {name}
      </PageTitle>
      {data ? (
        <>
          <div className={styles.row}>
            <StatusDot tone={data.member.frozen ? 'danger' : 'positive'}>
              {data.member.frozen ? operatorCopy.members.frozen : operatorCopy.members.normal}
            </StatusDot>
            {mayAct ? <MemberActions view={data} /> : null}
          </div>
          <Parts view={data} />
        </>
      ) : isError ? (
        <LoadFailure text={common.loadFailed} retryLabel={common.retry} onRetry={refetch} />
      ) : (
        <Skeleton height={320} />
      )}
    </div>
  )
}

function Parts({ view }: { view: MemberView }) {
  const { member, sessions, deposit_addresses, withdrawals, agreements, history } = view
  return (
    <PageTabs
      label={text.tabs}
      tabs={[
        { value: 'account', label: text.overview, content: <AccountFacts view={view} /> },
        { value: 'statement', label: text.statement, content: <Statement member={member.id} /> },
        {
          value: 'withdrawals',
          label: text.withdrawals,
          content: (
            <DataTable
              caption={text.withdrawals}
              wide
              columns={EARLIER_WITHDRAWALS}
              rows={withdrawals}
              rowKey={({ id }) => id}
              emptyText={text.noWithdrawals}
            />
          ),
        },
        {
          value: 'sessions',
          label: text.sessions,
          content: (
            <div className={styles.page}>
              <DataTable
                caption={text.sessions}
                wide
                columns={SESSIONS}
                rows={sessions}
                rowKey={({ id }) => id}
                emptyText={text.noSessions}
              />
              <DataTable
                caption={text.addresses}
                columns={ADDRESSES}
                rows={deposit_addresses}
                rowKey={({ address }) => address}
                emptyText={text.noAddresses}
              />
            </div>
          ),
        },
        { value: 'security', label: text.securityEvents, content: <SecurityEvents member={member.id} /> },
        {
          value: 'screening',
          label: text.screening,
          content: <HitTable caption={text.screening} query={{ show: 'all', member: member.id }} />,
        },
        {
          value: 'agreements',
          label: text.agreements,
          content: (
            <DataTable
              caption={text.agreements}
              columns={AGREEMENTS}
              rows={agreements}
              rowKey={({ agreed_at: at }) => at}
              emptyText={text.noAgreements}
            />
          ),
        },
        { value: 'team', label: text.team, content: <Team team={view.team} /> },
        {
          value: 'history',
          label: text.history,
          content: (
            <DataTable
              caption={text.history}
              columns={HISTORY}
              rows={history}
              // Rows have no id, and new ones come first.
              rowKey={({ at, description }, index) => `${at} ${description} ${history.length - index}`}
              emptyText={text.noHistory}
            />
          ),
        },
      ]}
    />
  )
}
