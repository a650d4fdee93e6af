import { randomBytes, randomInt } from 'node:crypto'
import { parseAmount, toDollars } from '@trefoil/core/money'
import { LOCAL_CHAIN_ID } from '../chain/local-keys.ts'
import type { Ledger } from '../ledger/batch.ts'
import type { AnyOrder, LedgerOperation } from '../ledger/operation.ts'
import { planProposal, type ProposedMoney } from '../operator/proposal-money.ts'

/**
 * So many dollars of available balance, for tests that are about something else: somebody sent them straight to the
 * vault before the chain was first read, and two operators assigned them.
 */
export async function earn(ledger: Ledger, member: number, dollars: number): Promise<void> {
  const units = parseAmount(dollars)
  const id = randomInt(1_000_000_000, 2_000_000_000)
  await ledger.post(assignedEarnings, { id, member, account: 'available', against: 'chain', units })
}

type Order = AnyOrder & ProposedMoney

const assignedEarnings: LedgerOperation<Order, object, Order> = {
  reason: 'adjustment',
  touches: ({ member }) => ({ members: [member] }),
  decide: (open, order) => ({ plan: planProposal(open, order), reply: {}, note: order }),
  write(pipeline, done) {
    for (const { note } of done) {
      const transaction = `0x${randomBytes(32).toString('hex')}`
      const details = { member: note.member, account: note.account, amount: toDollars(note.units), transaction }
      pipeline.send(assign, [note.id, note.member, String(note.units), transaction, JSON.stringify(details)])
    }
  },
}

/** The money behind it is what the vault held before: it was our own, and is now a member's. */
const assign = {
  name: 'assign',
  text: `
    with token as (
      select $3::numeric * 1e13 as value
    ), came as (
      insert into reserve_transfer (chain_id, transaction, ordinal, block_number, sender, recipient, value, kind)
      select ${LOCAL_CHAIN_ID}, $4, 0, 0, 'somebody', 'vault', value, 'in' from token
    ), opening as (
      update scan set opening = opening - value from token where chain_id = ${LOCAL_CHAIN_ID}
    ), noted as (
      insert into unmatched_transfer
        (chain_id, transaction, ordinal, token, kind, block_number, sender, recipient, value)
      select ${LOCAL_CHAIN_ID}, $4, 0, '', 'to_contract', 0, 'somebody', 'vault', value from token returning id
    )
    insert into proposal (id, kind, state, details, summary, why, member_id, proposed_by, decided_by, decided_at, decision)
    overriding system value
    select $1::int, 'assignment', 'done', $5::jsonb || jsonb_build_object('unmatched', noted.id), 'Earnings', 'For a test',
      $2::int, first, second, now(), 'For a test'
    from noted, (select min(id) as first, max(id) as second from account where role = 'operator') operators`,
}
