import type { readAudit } from '@trefoil/contract/operator/audit'
import type { listDeposits, listUnmatched } from '@trefoil/contract/operator/deposits'
import type { listFees } from '@trefoil/contract/operator/fees'
import type { listAccounts, listEntries, listJournals, readJournal } from '@trefoil/contract/operator/ledger'
import type { readMember, searchMembers } from '@trefoil/contract/operator/members'
import type { checkInvariants } from '@trefoil/contract/operator/overview'
import type { dryRunProgramme } from '@trefoil/contract/operator/programme'
import type { listProposals } from '@trefoil/contract/operator/proposals'
import type { dryRunPayment, readRecovery } from '@trefoil/contract/operator/recovery'
import type { readReserves } from '@trefoil/contract/operator/reserves'
import type { dryRunReversal } from '@trefoil/contract/operator/reversals'
import type { readSettings } from '@trefoil/contract/operator/settings'
import type { listWithdrawals, readWithdrawal } from '@trefoil/contract/operator/withdrawals'
import type { ReplyOf, Route } from '@trefoil/contract/route'
import { LONG } from './values.ts'

type DataOf<R extends Route> = ReplyOf<R> extends { data: infer Data } ? Data : never
type Withdrawal = DataOf<typeof listWithdrawals>['withdrawals'][number]
type Entry = DataOf<typeof listEntries>['entries'][number]
type Journal = DataOf<typeof listJournals>['journals'][number]

const person = { id: 2, name: LONG.name, email: LONG.email }
const unbroken = { id: 3, name: LONG.unbroken, email: LONG.email }
const PEOPLE = [person, unbroken]
const next_cursor = null

const withdrawals = PEOPLE.flatMap((member) =>
  (['requested', 'failed', 'cancelled', 'claimed'] as const).map((state): Withdrawal => ({
    id: `${LONG.reference}${member.id}${state}`,
    member,
    amount: LONG.amount,
    address: LONG.address,
    state,
    waiting: true,
    waits_for: state === 'requested' ? 'second_approval' : 'vault_payment_limit',
    flags: ['address_not_saved', 'over_daily_limit', 'first_withdrawal', 'no_two_factor', 'above_vault_limit'],
    approvals: { needed: 2, first_by: member },
    requested_at: LONG.instant,
    decided_at: LONG.instant,
    decided_by: LONG.unbroken,
    decision: LONG.prose,
    ended_at: LONG.instant,
    transaction: LONG.hash,
  })),
)

const withdrawalView = (withdrawal: Withdrawal): DataOf<typeof readWithdrawal> => ({
  withdrawal,
  attempts: [
    {
      transaction: LONG.hash,
      nonce: LONG.whole,
      signed_at: LONG.instant,
      sent_at: LONG.instant,
      advice: LONG.prose,
    },
  ],
  fees: LONG.coins,
  member: {
    joined: LONG.instant,
    available: LONG.amount,
    total_deposited: LONG.amount,
    total_donated: LONG.amount,
    total_earned: LONG.amount,
    total_withdrawn: LONG.amount,
  },
  earlier: withdrawals,
})

const fees: DataOf<typeof listFees> = {
  periods: ['2026-12-31', '2026-11-30'].map((from) => ({
    from,
    payouts: LONG.whole,
    payout_fees: LONG.coins,
    sweeps: LONG.whole,
    sweep_fees: LONG.coins,
  })),
}

const deposits: DataOf<typeof listDeposits> = {
  deposits: PEOPLE.map((member) => ({
    id: `${LONG.reference}${member.id}`,
    member,
    amount: LONG.amount,
    state: 'credited',
    address: LONG.address,
    sender: LONG.address,
    transaction: LONG.hash,
    block: LONG.whole,
    seen_at: LONG.instant,
    credited_at: LONG.instant,
    swept: false,
    sweep_problem: LONG.prose,
  })),
  next_cursor,
}

const unmatched: DataOf<typeof listUnmatched> = {
  unmatched: [
    { amount: LONG.amount, assigned_to: unbroken, proposal_id: null },
    { amount: null, assigned_to: null, proposal_id: 1 },
    { amount: LONG.amount, assigned_to: null, proposal_id: null },
  ].map((outcome, index) => ({
    ...outcome,
    id: index,
    kind: 'to_contract',
    token: LONG.address,
    sender: LONG.address,
    recipient: LONG.address,
    value: '9'.repeat(78),
    transaction: LONG.hash,
    block: LONG.whole,
    seen_at: LONG.instant,
    member: index === 0 ? unbroken : person,
    assignable: true,
  })),
  next_cursor,
}

const members: DataOf<typeof searchMembers> = {
  members: PEOPLE.map((each) => ({
    ...each,
    role: 'operator',
    referral_code: LONG.code,
    stage: 10,
    impact: LONG.amount,
    available: LONG.amount,
    held: LONG.amount,
    frozen: true,
    two_factor: true,
    joined: LONG.instant,
  })),
  next_cursor,
}

const memberView: DataOf<typeof readMember> = {
  member: {
    ...person,
    role: 'member',
    referral_code: LONG.code,
    joined: LONG.instant,
    frozen: true,
    two_factor: true,
    recovery_codes_left: 10,
    wallet_address: LONG.address,
    wallet_address_since: LONG.instant,
    withdrawals_held_until: LONG.instant,
    sponsor: unbroken,
    parent: unbroken,
    position: 'center',
    level: 10,
  },
  balances: {
    impact: LONG.amount,
    available: LONG.amount,
    held: LONG.amount,
    stage: 10,
    stage_balance: LONG.amount,
    earning_threshold: LONG.amount,
    last_donation: LONG.amount,
    total_donated: LONG.amount,
    total_earned: LONG.amount,
    total_deposited: LONG.amount,
    total_withdrawn: LONG.amount,
  },
  team: { total: LONG.whole, by_level: [LONG.whole], referrals: LONG.whole, active_referrals: LONG.whole },
  sessions: [null, LONG.instant].map((ended_at, index) => ({
    id: String(index),
    since: LONG.instant,
    last_used: LONG.instant,
    expires_at: LONG.instant,
    ended_at,
    end_reason: 'refresh token used twice',
    address: LONG.ip,
    agent: LONG.agent,
  })),
  deposit_addresses: [{ address: LONG.address, issued_at: LONG.instant, received: true }],
  withdrawals,
  history: [
    { at: LONG.instant, type: 'member.reset_two_factor', description: LONG.prose, by: LONG.unbroken },
    { at: LONG.instant, type: 'Transfer', description: LONG.unbroken, by: null },
  ],
}

const entries: Entry[] = PEOPLE.map((member) => ({
  journal: LONG.whole,
  at: LONG.instant,
  reason: 'withdrawal_released',
  reference: LONG.reference,
  member,
  account: 'operations',
  sequence: LONG.whole - member.id,
  amount: -LONG.amount,
  balance_after: LONG.amount,
  share: 'level_10',
}))

const journals: Journal[] = PEOPLE.map((member) => ({
  id: LONG.whole - member.id,
  at: LONG.instant,
  reason: 'withdrawal_released',
  reference: LONG.reference,
  amount: LONG.amount,
  source: 'operations',
  source_member: member,
  target_member: unbroken,
  rule_version: LONG.whole,
}))

const journalView = (journal: Journal): DataOf<typeof readJournal> => ({
  journal,
  entries,
  cause: { kind: 'withdrawal', id: LONG.reference, sentence: LONG.prose, facts: [] },
  reversal: { possible: true, reverses: LONG.whole, reversed_by: LONG.whole },
})

const reversal: DataOf<typeof dryRunReversal> = {
  borne: LONG.amount,
  accounts: [...PEOPLE, null].map((member) => ({
    account: member ? 'available' : 'chain',
    member,
    before: member ? LONG.amount : -LONG.amount,
    after: 0,
  })),
  standings: PEOPLE.map((member) => ({
    member,
    stage: { before: 10, after: 9 },
    stage_balance: { before: LONG.amount, after: LONG.amount },
  })),
}

const booking: DataOf<typeof dryRunPayment> = { accounts: reversal.accounts, refused: LONG.prose }

const accounts: DataOf<typeof listAccounts> = {
  accounts: (['impact', 'available', 'held', 'chain', 'cause', 'operations', 'dust'] as const).map(
    (account, index) => ({ account, of: index < 3 ? 'members' : 'system', balance: -LONG.amount }),
  ),
}

const audit: DataOf<typeof readAudit> = {
  lines: PEOPLE.map((member) => ({
    id: member.id,
    at: LONG.instant,
    action: 'operator.reset_two_factor',
    operator: unbroken,
    member,
    subject: LONG.reference,
    why: member === person ? LONG.prose : LONG.unbroken,
    address: LONG.ip,
    agent: LONG.agent,
    details: {},
  })),
  next_cursor,
}

const proposals: DataOf<typeof listProposals> = {
  proposals: (['open', 'done'] as const).map((state, index) => ({
    id: LONG.whole - index,
    kind: 'adjustment',
    state,
    summary: LONG.prose,
    why: LONG.unbroken,
    member: unbroken,
    details: {},
    proposed_by: unbroken,
    proposed_at: LONG.instant,
    decided_by: state === 'done' ? unbroken : null,
    decided_at: LONG.instant,
    decision: LONG.prose,
  })),
  next_cursor,
}

const recovery: DataOf<typeof readRecovery> = {
  recovery: {
    began_at: LONG.instant,
    why: LONG.prose,
    since_block: LONG.whole,
    until_block: LONG.whole,
    waits_for: LONG.prose,
  },
  final_block: LONG.whole,
  payments: [null, 1].map((proposal_id, ordinal) => ({
    transaction: LONG.hash,
    ordinal,
    block: LONG.whole,
    from: 'former',
    recipient: LONG.address,
    amount: LONG.amount,
    payout_id: LONG.hash,
    suggestions: [
      { ...person, because: 'address' },
      { ...unbroken, because: 'number' },
    ],
    proposal_id,
  })),
}

const tokens = `${'9'.repeat(12)}.${'9'.repeat(18)}`

const reserves: DataOf<typeof readReserves> = {
  comparison: {
    block: LONG.whole,
    checked_at: LONG.instant,
    since: LONG.instant,
    held: (['vault', 'treasury', 'unswept'] as const).map((name) => ({ name, amount: tokens })),
    held_in_all: tokens,
    explained: (['books', 'payoutsAhead', 'opening', 'unbooked'] as const).map((name) => ({
      name,
      amount: `-${tokens}`,
    })),
    explained_in_all: tokens,
    difference: `-${tokens}`,
    trouble: LONG.prose,
  },
  owed: { members: LONG.amount, causes: 0, operations: 0 },
  outflows: [LONG.hash, null].map((payout_id, ordinal) => ({
    transaction: LONG.hash,
    ordinal,
    block: LONG.whole,
    sender: LONG.address,
    recipient: LONG.address,
    amount: tokens,
    payout_id,
    seen_at: LONG.instant,
  })),
  funding: [LONG.name, LONG.unbroken].map((name, index) => ({
    address: `${LONG.address.slice(0, -1)}${index}`,
    name,
    declared_at: LONG.instant,
    amount: `-${tokens}`,
  })),
}

const settings: DataOf<typeof readSettings> = {
  payouts_paused: true,
  payouts_paused_why: LONG.prose,
  mail_operators: true,
  configuration: [
    { name: 'DATABASE_URL', value: LONG.unbroken },
    { name: 'A_RATHER_LONG_NAME_OF_A_SETTING', value: LONG.prose },
  ],
  operators: PEOPLE.map((each) => ({ ...each, role: 'operator', two_factor: true })),
}

const invariants: DataOf<typeof checkInvariants> = {
  invariants: [
    { name: LONG.prose, violations: LONG.whole },
    { name: 'every_journal_balances_and_every_account_is_the_sum_of_its_entries', violations: 0 },
  ],
}

const sums = {
  donated: LONG.amount,
  cause: LONG.amount,
  operations: LONG.amount,
  sponsors: LONG.amount,
  levels: LONG.amount,
}

const dryRun: DataOf<typeof dryRunProgramme> = {
  donations: 5000,
  from: LONG.instant,
  refused: 12,
  was: sums,
  would_be: sums,
  members: PEOPLE.map((each) => ({ ...each, was: LONG.amount, would_be: 0, difference: -LONG.amount })),
}

/** Replies for the console's tables, by path. */
export const CONSOLE_REPLIES: Record<string, unknown> = Object.fromEntries(
  Object.entries({
    '/operator/withdrawals': { withdrawals, next_cursor },
    ...Object.fromEntries(
      withdrawals.map((each) => [`/operator/withdrawals/${encodeURIComponent(each.id)}`, withdrawalView(each)]),
    ),
    '/operator/fees': fees,
    '/operator/deposits': deposits,
    '/operator/unmatched': unmatched,
    '/operator/reserves': reserves,
    '/operator/members': members,
    '/operator/members/2': memberView,
    '/operator/members/2/statement': { entries, next_cursor },
    '/operator/ledger/accounts': accounts,
    '/operator/ledger/entries': { entries, next_cursor },
    '/operator/ledger/journals': { journals, next_cursor },
    ...Object.fromEntries(journals.map((each) => [`/operator/ledger/journals/${each.id}`, journalView(each)])),
    ...Object.fromEntries(journals.map(({ id }) => [`/operator/ledger/journals/${id}/reversal`, reversal])),
    '/operator/audit': audit,
    '/operator/proposals': proposals,
    '/operator/recovery': recovery,
    '/operator/recovery/dry-run': booking,
    '/operator/settings': settings,
    '/operator/invariants': invariants,
    '/operator/programme/dry-run': dryRun,
  }).map(([path, data]) => [path, { success: true, message: '', data }]),
)
