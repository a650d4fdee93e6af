import { useState } from 'react'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { MiddleTruncated } from '../../ui/middle-truncated.tsx'
import { Money } from '../../ui/money.tsx'
import { operatorCopy } from '../copy.ts'
import { payoutCopy } from '../parts/payout-copy.ts'
import { PayoutSheet, type Payee } from '../parts/payout-sheet.tsx'
import { SmallButton } from '../parts/small-button.tsx'
import { useMayAct } from '../parts/use-may-act.ts'
import { reservesCopy } from './copy.ts'

const text = reservesCopy
const common = operatorCopy.common

/** Who is paid by two operators: causes, and operations. */
export function Payees({ payees }: { payees: Payee[] | undefined }) {
  const mayAct = useMayAct()
  const [asked, setAsked] = useState<Payee>()
  const payOut: Column<Payee> = {
    heading: common.actions,
    card: 'actions',
    cell: (payee) =>
      payee.balance > 0 ? (
        <SmallButton label={payoutCopy.payOutOf(payee.name)} onClick={() => setAsked(payee)}>
          {payoutCopy.payOut}
        </SmallButton>
      ) : null,
  }
  return (
    <>
      <DataTable
        caption={text.payees}
        columns={mayAct ? [...COLUMNS, payOut] : COLUMNS}
        rows={payees}
        rowKey={({ cause }) => String(cause)}
        emptyText={common.none}
        skeletonRows={2}
      />
      {asked ? <PayoutSheet payee={asked} onClose={() => setAsked(undefined)} /> : null}
    </>
  )
}

const COLUMNS: Column<Payee>[] = [
  { heading: text.name, cell: ({ name }) => name, breaks: 'name', card: 'title' },
  { heading: payoutCopy.holds, cell: ({ balance }) => <Money amount={balance} />, align: 'end', card: 'value' },
  { heading: payoutCopy.onTheWay, cell: ({ held }) => <Money amount={held} />, align: 'end', card: 'labelled' },
  {
    heading: common.address,
    cell: ({ cause, address }) =>
      address === null ? cause === null ? text.eachTime : payoutCopy.noAddress : <MiddleTruncated text={address} />,
    card: 'labelled',
  },
]
