import { Link } from 'react-router'
import { useScreen } from '../../lib/current-screen.ts'
import { showCount } from '../../lib/formats.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Money } from '../../ui/money.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import styles from '../console.module.css'
import { operatorCopy } from '../copy.ts'
import { useMayAct } from '../parts/use-may-act.ts'
import { useOperatorCausesQuery, type CauseRow } from './api.ts'
import { CauseState } from './cause-state.tsx'
import { causesCopy } from './copy.ts'

const text = causesCopy
const RENEWAL_MS = 10_000

export default function CausesPage() {
  const { title } = useScreen()
  const mayAct = useMayAct()
  const { data, isError, refetch } = useOperatorCausesQuery(undefined, {
    pollingInterval: RENEWAL_MS,
    skipPollingIfUnfocused: true,
  })
  return (
    <div className={styles.page}>
      <ScreenTitle />
      <DataTable
        caption={title}
        captionShown={false}
        columns={COLUMNS}
        rows={data?.causes}
        rowKey={({ id }) => String(id)}
        emptyText={text.empty}
        failure={{ isError, onRetry: refetch }}
        tools={
          mayAct ? (
            <ButtonLink to="/operator/causes/new" variant="default" className={styles.small}>
              {text.write}
            </ButtonLink>
          ) : undefined
        }
      />
    </div>
  )
}

const COLUMNS: Column<CauseRow>[] = [
  {
    heading: operatorCopy.common.name,
    cell: ({ id, name }) => <Link to={`/operator/causes/${id}`}>{name}</Link>,
    breaks: 'name',
    card: 'title',
  },
  { heading: operatorCopy.common.state, cell: (cause) => <CauseState cause={cause} />, card: 'labelled' },
  { heading: text.given, cell: ({ given }) => <Money amount={given} />, align: 'end', card: 'value' },
  { heading: text.paidOut, cell: ({ paid_out }) => <Money amount={paid_out} />, align: 'end', card: 'labelled' },
  { heading: text.waiting, cell: ({ waiting }) => <Money amount={waiting} />, align: 'end', card: 'labelled' },
  {
    heading: text.donors,
    cell: ({ donors }) => (donors === null ? text.few : showCount(donors)),
    align: 'end',
    card: 'labelled',
  },
]
