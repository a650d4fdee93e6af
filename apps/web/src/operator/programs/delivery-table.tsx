import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { operatorCopy } from '../copy.ts'
import { showInstant } from '../parts/instants.ts'
import { Prose } from '../parts/prose.tsx'
import { SmallButton } from '../parts/small-button.tsx'
import { useMayAct } from '../parts/use-may-act.ts'
import { DeliverySheet } from './delivery-sheet.tsx'
import { DeliveryState, describeAnswer } from './delivery-state.tsx'
import { useDeliveriesInfiniteQuery, type Delivery, type Endpoint } from './webhooks-api.ts'
import { webhooksCopy } from './webhooks-copy.ts'

const text = webhooksCopy
const common = operatorCopy.common
const SHOWN = ['all', 'waiting', 'delivered', 'failed'] as const
const RENEWAL_MS = 3000

/** What an endpoint was sent. */
export function DeliveryTable({ endpoint: { id, state } }: { endpoint: Endpoint }) {
  const [query, setQuery] = useSearchParams()
  const show = SHOWN.find((each) => each === query.get('show')) ?? 'all'
  const [opened, setOpened] = useState<number>()
  const mayAct = useMayAct()
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useDeliveriesInfiniteQuery(
    show === 'all' ? { id } : { id, state: show },
    { pollingInterval: RENEWAL_MS, skipPollingIfUnfocused: true },
  )
  return (
    <>
      <DataTable
        caption={text.log}
        wide
        columns={[...COLUMNS, opening(setOpened)]}
        rows={data?.pages.flatMap(({ deliveries }) => deliveries)}
        rowKey={(row) => String(row.id)}
        emptyText={text.logEmpty}
        emptyHint={mayAct && state === 'enabled' ? text.logHint : undefined}
        failure={{ isError, onRetry: refetch }}
        more={{ hasMore: hasNextPage, isLoading: isFetchingNextPage, onMore: fetchNextPage }}
        tools={
          <SelectField
            label={common.state}
            labelHidden
            value={show}
            options={SHOWN.map((value) => ({ value, label: text.filters[value] }))}
            onChange={(value) => setQuery(value === 'all' ? {} : { show: value }, { replace: true })}
          />
        }
      />
      {opened === undefined ? null : (
        <DeliverySheet id={opened} mayReplay={mayAct && state === 'enabled'} onClose={() => setOpened(undefined)} />
      )}
    </>
  )
}

const COLUMNS: Column<Delivery>[] = [
  { heading: text.event, cell: ({ type }) => type, card: 'title' },
  { heading: common.state, cell: (delivery) => <DeliveryState delivery={delivery} />, card: 'value' },
  {
    heading: text.journal,
    cell: ({ journal }) =>
      journal === null ? common.none : <Link to={`/operator/ledger/journals/${journal}`}>{journal}</Link>,
    card: 'labelled',
  },
  { heading: text.happened, cell: ({ created_at: at }) => showInstant(at), breaks: 'moment', card: 'labelled' },
  { heading: text.attempts, cell: ({ attempts }) => attempts, align: 'end', card: 'labelled' },
  {
    heading: text.answer,
    cell: (row) => <Prose>{row.attempts === 0 && row.status === null ? common.none : describeAnswer(row)}</Prose>,
    breaks: 'prose',
    card: 'labelled',
  },
  { heading: text.next, cell: ({ next_at: at }) => showInstant(at), breaks: 'moment', card: 'labelled' },
]

const opening = (onOpen: (id: number) => void): Column<Delivery> => ({
  heading: common.actions,
  cell: ({ id, type }) => (
    <SmallButton label={text.detailsOf(type, id)} onClick={() => onOpen(id)}>
      {text.details}
    </SmallButton>
  ),
  card: 'actions',
})
