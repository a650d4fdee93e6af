import { useState } from 'react'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { MiddleTruncated } from '../../ui/middle-truncated.tsx'
import { operatorCopy } from '../copy.ts'
import { showInstant } from '../parts/instants.ts'
import { SmallButton } from '../parts/small-button.tsx'
import { useMayAct } from '../parts/use-may-act.ts'
import type { Reserves } from './api.ts'
import { reservesCopy } from './copy.ts'
import { TokenAmount } from './token-amount.tsx'
import { FundingAddressSheet } from './funding-address-sheet.tsx'

const text = reservesCopy
const common = operatorCopy.common

type FundingAddress = Reserves['funding'][number]

export function FundingAddresses({ addresses }: { addresses: FundingAddress[] | undefined }) {
  const mayAct = useMayAct()
  const [asked, setAsked] = useState<FundingAddress | 'new'>()
  const retract: Column<FundingAddress> = {
    heading: common.actions,
    card: 'actions',
    cell: (address) => (
      <SmallButton tone="danger" label={text.retractOf(address.name)} onClick={() => setAsked(address)}>
        {text.retract}
      </SmallButton>
    ),
  }
  return (
    <>
      <DataTable
        caption={text.funding}
        columns={mayAct ? [...COLUMNS, retract] : COLUMNS}
        rows={addresses}
        rowKey={({ address }) => address}
        emptyText={text.noFunding}
        skeletonRows={1}
        tools={mayAct ? <SmallButton onClick={() => setAsked('new')}>{text.declare}</SmallButton> : undefined}
      />
      {asked ? (
        <FundingAddressSheet known={asked === 'new' ? undefined : asked} onClose={() => setAsked(undefined)} />
      ) : null}
    </>
  )
}

const COLUMNS: Column<FundingAddress>[] = [
  { heading: text.name, cell: ({ name }) => name, breaks: 'name', card: 'title' },
  { heading: common.address, cell: ({ address }) => <MiddleTruncated text={address} />, card: 'labelled' },
  { heading: text.declaredAt, cell: ({ declared_at }) => showInstant(declared_at), breaks: 'moment' },
  { heading: text.net, cell: ({ amount }) => <TokenAmount amount={amount} />, align: 'end', card: 'value' },
]
