import type { readJournal } from '@trefoil/contract/operator/ledger'
import { Link, useParams } from 'react-router'
import { injectEndpoints } from '../../lib/api.ts'
import { readData } from '../../lib/endpoint.ts'
import { Card } from '../../ui/card.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Money } from '../../ui/money.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import styles from '../console.module.css'
import { operatorCopy } from '../copy.ts'
import { entryColumns } from '../parts/entry-columns.tsx'
import { Facts } from '../parts/facts.tsx'
import { showInstant } from '../parts/instants.ts'
import { PersonLink } from '../parts/person-link.tsx'
import { JournalReversal } from './journal-reversal.tsx'

const text = operatorCopy.ledger
const common = operatorCopy.common

const { useJournalQuery } = injectEndpoints((build) => ({
  journal: build.query(readData<typeof readJournal>('/operator/ledger/journals/:id')),
}))

/** Hashes and addresses are monospaced; everything else is text. */
const isCode = (value: string): boolean => value.startsWith('0x')

/** One journal: its entries, and what caused it. */
export default function JournalPage() {
  const id = Number(useParams()['id'])
  const { data, isError, refetch } = useJournalQuery({ id })
  return (
    <div className={styles.page}>
      <Link to="/operator/ledger?tab=journals">{text.back}</Link>
      <PageTitle documentTitle={text.journalOf(id)}>{text.journalOf(id)}</PageTitle>
      {isError && !data ? <LoadFailure text={common.loadFailed} retryLabel={common.retry} onRetry={refetch} /> : null}
      {data ? (
        <>
          <Card heading={text.cause}>
            <p>{data.cause.sentence}</p>
            <Facts
              facts={data.cause.facts.map(({ name, value }) => [
                text.factName(name),
                isCode(value) ? (
                  <code key={name} className={styles.mono}>
                    {value}
                  </code>
                ) : (
                  value
                ),
              ])}
            />
            <JournalReversal view={data} />
          </Card>
          <Card heading={text.journal}>
            <Facts
              facts={[
                [common.date, showInstant(data.journal.at)],
                [text.reason, text.reasons[data.journal.reason]],
                [common.amount, <Money key="amount" amount={data.journal.amount} />],
                [text.source, <PersonLink key="source" person={data.journal.source_member} />],
                [text.target, <PersonLink key="target" person={data.journal.target_member} />],
                [text.ruleVersion, data.journal.rule_version],
                [
                  common.reference,
                  <span key="reference" className={styles.mono}>
                    {data.journal.reference}
                  </span>,
                ],
              ]}
            />
          </Card>
        </>
      ) : null}
      <DataTable
        caption={text.entries}
        wide
        columns={entryColumns.ofOneJournal}
        rows={data?.entries}
        rowKey={({ account, member, sequence }) => `${account} ${member?.id ?? 0} ${sequence}`}
        emptyText={text.empty}
        failure={{ isError, onRetry: refetch }}
      />
    </div>
  )
}
