import type { Column } from '../../ui/data-table.tsx'
import { MiddleTruncated } from '../../ui/middle-truncated.tsx'
import { Money } from '../../ui/money.tsx'
import { operatorCopy } from '../copy.ts'
import { documentsCopy } from '../documents/copy.ts'
import { withdrawalsCopy } from '../withdrawals/copy.ts'
import { showInstant } from '../parts/instants.ts'
import { Prose } from '../parts/prose.tsx'
import type { MemberView } from './api.ts'
import { memberCopy } from './member-copy.ts'

const text = memberCopy
const common = operatorCopy.common
const withdrawal = withdrawalsCopy

export const SESSIONS: Column<MemberView['sessions'][number]>[] = [
  { heading: text.since, cell: ({ since }) => showInstant(since), breaks: 'moment', card: 'title' },
  { heading: text.lastUsed, cell: ({ last_used }) => showInstant(last_used), breaks: 'moment', card: 'labelled' },
  {
    heading: text.ended,
    cell: ({ ended_at, end_reason }) =>
      ended_at === null ? text.openSession : `${showInstant(ended_at)} (${end_reason ?? common.none})`,
    breaks: 'name',
    card: 'labelled',
  },
  { heading: text.expires, cell: ({ expires_at }) => showInstant(expires_at), breaks: 'moment', card: 'none' },
  {
    heading: text.from,
    cell: ({ address }) => (address === null ? common.none : <MiddleTruncated text={address} />),
    card: 'labelled',
  },
  {
    heading: text.device,
    cell: ({ device }) => device ?? common.none,
    card: 'labelled',
  },
]

export const ADDRESSES: Column<MemberView['deposit_addresses'][number]>[] = [
  { heading: common.address, cell: ({ address }) => <MiddleTruncated text={address} />, card: 'title' },
  { heading: text.issued, cell: ({ issued_at }) => showInstant(issued_at), breaks: 'moment' },
  { heading: text.received, cell: ({ received }) => (received ? common.yes : common.no), card: 'labelled' },
]

export const EARLIER_WITHDRAWALS: Column<MemberView['withdrawals'][number]>[] = [
  {
    heading: withdrawal.requested,
    cell: ({ requested_at }) => showInstant(requested_at),
    breaks: 'moment',
    card: 'title',
  },
  { heading: common.amount, cell: ({ amount }) => <Money amount={amount} />, align: 'end', card: 'value' },
  { heading: common.state, cell: ({ state }) => withdrawal.states[state] },
  { heading: common.address, cell: ({ address }) => <MiddleTruncated text={address} />, card: 'labelled' },
  {
    heading: withdrawal.decidedBy,
    cell: ({ decided_by }) => decided_by ?? common.none,
    breaks: 'name',
    card: 'labelled',
  },
  {
    heading: withdrawal.decision,
    cell: ({ decision }) => (decision === null ? common.none : <Prose>{decision}</Prose>),
    breaks: 'prose',
    card: 'labelled',
  },
]

/** Operators' actions have the names of the audit log; the rest reads as it does for the member. */
const kindOf = (type: string): string => (ACTS as Record<string, string>)[type] ?? type
const ACTS = operatorCopy.audit.actions

export const HISTORY: Column<MemberView['history'][number]>[] = [
  { heading: common.date, cell: ({ at }) => showInstant(at), breaks: 'moment', card: 'value' },
  { heading: text.type, cell: ({ type }) => kindOf(type), card: 'title' },
  { heading: text.description, cell: ({ description }) => <Prose>{description}</Prose>, breaks: 'prose' },
  { heading: common.by, cell: ({ by }) => by ?? common.none, breaks: 'name', card: 'labelled' },
]

export const AGREEMENTS: Column<MemberView['agreements'][number]>[] = [
  { heading: text.agreedAt, cell: ({ agreed_at: at }) => showInstant(at), breaks: 'moment', card: 'title' },
  {
    heading: text.agreedTo,
    cell: ({ documents }) => (
      <Prose>
        {documents
          .map(({ kind, version, hash }) => `${documentsCopy.kinds[kind]}, version ${version} (${hash.slice(0, 12)}…)`)
          .join('; ') || common.none}
      </Prose>
    ),
    breaks: 'prose',
    card: 'labelled',
  },
  { heading: text.saidCountry, cell: ({ country }) => country ?? common.none, card: 'labelled' },
  {
    heading: text.saidAge,
    cell: ({ minimum_age: age }) => (age === null ? common.none : String(age)),
    card: 'labelled',
  },
]
