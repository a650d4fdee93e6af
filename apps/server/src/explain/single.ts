import type { MemberId } from '@trefoil/core/ledger/account'
import type { Reason, Share } from '@trefoil/core/ledger/journal'
import type { MemberSource } from '@trefoil/core/payouts/plan-withdrawal'
import type { WithdrawalState } from '@trefoil/core/payouts/withdrawal-state'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { describe, meaningOfDeposit, meaningOfWithdrawal, type TransactionMeaning } from '../transactions/describe.ts'
import type { Counted } from './counted.ts'
import { describeLines } from './describe-lines.ts'
import { dollars, inOneView, term, type Explained, type Explainer } from './explained.ts'
import { say, sayOf, type Said } from './say.ts'

type Moved = Pick<Counted, 'journal' | 'moved' | 'counts' | 'share'>

/** The few entries behind one amount, all at once. */
async function linesOf(tx: Tx, member: MemberId, moved: readonly Moved[]): Promise<Explained['entries']> {
  const rows = moved.map((each): Counted => ({ ...each, position: each.journal, hidden: false }))
  return {
    total: dollars(moved.reduce((sum, { counts }) => sum + BigInt(counts), 0n)),
    unit: 'usd',
    lines: await describeLines(tx, member, rows),
    next_cursor: null,
  }
}

const negated = (units: string): string => String(-BigInt(units))

type TransferRow = { journal: string; amount: string; sent: boolean }

const transfer: Explainer = (context, { member, query }) =>
  inOneView(context, async (tx) => {
    const { rows } = await sql<TransferRow>`
      select id as journal, amount, source_member = ${member} as sent from journal
      where reference = ${query.transfer} and reason = 'transfer' and ${member} in (source_member, target_member)`.execute(
      tx,
    )
    const [row] = rows
    if (!row) throw new Refusal('not_found', 'You have no transfer with this id.')
    const { journal, amount, sent } = row
    const moved: Moved = {
      journal,
      moved: sent ? negated(amount) : amount,
      counts: amount,
      share: sent ? null : 'whole',
    }
    return { value: dollars(BigInt(amount)), terms: [], entries: await linesOf(tx, member, [moved]) }
  })

type WithdrawalRow = {
  amount: string
  state: WithdrawalState
  source: MemberSource
  address: string
  waits_for: string | null
  look_at: Date | null
  decision: string | null
  journal: string
}

const NOW: Partial<Record<WithdrawalState, 'paid' | 'given_back'>> = {
  paid: 'paid',
  refused: 'given_back',
  cancelled: 'given_back',
}

const aboutTransaction = (meaning: TransactionMeaning): Said => ({ text: describe(meaning), means: [meaning] })

const withdrawal: Explainer = (context, { member, query }) =>
  inOneView(context, async (tx) => {
    const { rows } = await sql<WithdrawalRow>`
      select w.amount, w.state, w.source, w.address, w.waits_for, w.look_at, w.decision, j.id as journal
      from withdrawal w join journal j on j.reference = w.reference
      where w.reference = ${query.withdrawal} and w.member_id = ${member}`.execute(tx)
    const [row] = rows
    if (!row) throw new Refusal('not_found', 'You have no withdrawal with this id.')
    const value = dollars(BigInt(row.amount))
    const note = sayOf(aboutTransaction(meaningOfWithdrawal(row)), 'to_address', { address: row.address })
    const held: Moved = { journal: row.journal, moved: negated(row.amount), counts: row.amount, share: null }
    return {
      value,
      terms: [
        term('usd', say(NOW[row.state] ?? 'set_aside'), value, note),
        term('usd', say('deducted'), 0, say('fee_not_yours')),
      ],
      entries: await linesOf(tx, member, [held]),
    }
  })

type DepositRow = {
  credited: string
  remainder: string
  state: 'seen' | 'final' | 'credited'
  address: string
  /** Null until it is credited. */
  journal: string | null
}

const deposit: Explainer = (context, { member, query }) =>
  inOneView(context, async (tx) => {
    const [, chain, transaction, ordinal] = query.deposit?.split('/') ?? []
    const { rows } = await sql<DepositRow>`
      select d.credited, d.remainder, d.state, d.address, j.id as journal
      from deposit d left join journal j on j.reference = d.reference
      where d.chain_id = ${chain}::bigint and d.transaction = ${transaction} and d.ordinal = ${ordinal}::int
        and d.member_id = ${member} and d.state <> 'dropped' and d.credited > 0`.execute(tx)
    const [row] = rows
    if (!row) throw new Refusal('not_found', 'You have no deposit with this id.')
    const { credited, journal, state } = row
    const value = dollars(BigInt(credited))
    const note = sayOf(aboutTransaction(meaningOfDeposit(state)), 'at_address', { address: row.address })
    const whole = row.remainder === '0' ? note : sayOf(note, 'fraction_left_out')
    const arrived = term('usd', say('arrived'), value, whole)
    const moved = journal === null ? [] : [{ journal, moved: credited, counts: credited, share: 'whole' as const }]
    return { value, terms: [arrived], entries: journal === null ? null : await linesOf(tx, member, moved) }
  })

type EntryRow = {
  journal: string
  amount: string
  after: string
  share: Share | null
  reason: Reason
  isOwn: boolean
}

/** A donation comes back from everybody who had a share, one entry each; histories show it as a whole, with the first. */
const PARTS_MAX = 20

const ACCOUNTS = { impact: say('your_impact_balance'), available: say('available') }

/** As the history of activities shows it. */
const entry: Explainer = (context, { member, query: { account = 'impact', sequence = '0' } }) =>
  inOneView(context, async (tx) => {
    const { rows } = await sql<EntryRow>`
      with asked as (
        select e.sequence, e.journal_id, e.amount > 0 and e.share <> 'whole' and j.reason = 'reversal' as is_part
        from entry e join journal j on j.id = e.journal_id
        where e.member_id = ${member} and e.account = ${account}::ledger_account and e.sequence = ${sequence}::bigint
      )
      select e.journal_id as journal, e.amount, e.balance_after as after, e.share, j.reason,
        j.reason = 'transfer' and j.source = 'available' and e.amount < 0 as "isOwn"
      from asked
      join entry e on e.member_id = ${member} and e.account = ${account}::ledger_account
        and e.sequence between asked.sequence and asked.sequence + case when asked.is_part then ${PARTS_MAX} else 0 end
        and (not asked.is_part or e.journal_id <= (
          select last_journal from reversal where first_journal <= asked.journal_id order by first_journal desc limit 1
        ))
      join journal j on j.id = e.journal_id
      order by e.sequence`.execute(tx)
    const [first] = rows
    const last = rows.at(-1)
    if (!first || !last) throw new Refusal('not_found', 'You have no such entry.')
    // Between one's own balances nothing is gained or lost: histories show what was moved, without a sign.
    const sign = first.isOwn ? -1n : 1n
    const before = BigInt(first.after) - BigInt(first.amount)
    const after = BigInt(last.after)
    const lines = rows.map(({ journal, amount, share }) => ({
      journal,
      moved: amount,
      counts: String(sign * BigInt(amount)),
      share,
    }))
    return {
      value: dollars(sign * (after - before)),
      terms: [
        term('usd', say('after_it'), dollars(sign * after), ACCOUNTS[account]),
        term('usd', say('before_it'), dollars(-sign * before), ACCOUNTS[account]),
      ],
      entries: await linesOf(tx, member, lines.toReversed()),
    }
  })

export const SINGLE = { transfer, withdrawal, deposit, entry } satisfies Record<string, Explainer>
