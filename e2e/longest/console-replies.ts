import type { readAudit } from '@trefoil/contract/operator/audit'
import type { listAccounts, listEntries, listJournals, readJournal } from '@trefoil/contract/operator/ledger'
import type { listUndelivered } from '@trefoil/contract/operator/mails'
import type { readMember, searchMembers } from '@trefoil/contract/operator/members'
import type { checkInvariants } from '@trefoil/contract/operator/overview'
import type { dryRunProgramme } from '@trefoil/contract/operator/programme'
import type { listProposals } from '@trefoil/contract/operator/proposals'
import type { readSettings } from '@trefoil/contract/operator/settings'
import type { listWithdrawals, readWithdrawal } from '@trefoil/contract/operator/withdrawals'
import { booking, deposits, epochs, fees, recovery, reserves, reversal, unmatched } from './console-money-replies.ts'
import { PEOPLE, person, unbroken, type DataOf } from './people.ts'
import { LONG, LONGEST_EVENTS } from './values.ts'

type Withdrawal = DataOf<typeof listWithdrawals>['withdrawals'][number]
type Entry = DataOf<typeof listEntries>['entries'][number]
type Journal = DataOf<typeof listJournals>['journals'][number]

const next_cursor = null

const withdrawals = PEOPLE.flatMap((member) =>
  (['requested', 'failed', 'cancelled', 'claimed'] as const).map((state): Withdrawal => ({
    id: `${LONG.reference}${member.id}${state}`,
    member,
    payee: member.name,
    amount: LONG.amount,
    address: LONG.address,
    source: 'impact',
    state,
    waiting: true,
    waits_for: state === 'requested' ? 'second_approval' : 'vault_payment_limit',
    flags: [
      'deposit_return',
      'address_not_saved',
      'over_daily_limit',
      'first_withdrawal',
      'no_two_factor',
      'above_vault_limit',
    ],
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
    email_verified_at: LONG.instant,
    two_factor: true,
    recovery_codes_left: 10,
    wallet_address: LONG.address,
    wallet_address_since: LONG.instant,
    security_hold_until: LONG.instant,
    kyc_level: 9,
    kyc_level_fixed: true,
    sponsor: unbroken,
    parent: unbroken,
    position: 'center',
    level: 10,
  },
  balances: {
    impact: LONG.amount,
    available: LONG.amount,
    held: LONG.amount,
    on_hold: LONG.amount,
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
    device: 'Samsung Internet on Android',
  })),
  deposit_addresses: [{ address: LONG.address, issued_at: LONG.instant, received: true }],
  withdrawals,
  agreements: [
    {
      agreed_at: '2026-09-28T23:59:59.999Z',
      documents: [
        { kind: 'terms', version: 1234, hash: 'f'.repeat(64) },
        { kind: 'privacy', version: 1234, hash: 'f'.repeat(64) },
        { kind: 'risk', version: 1234, hash: 'f'.repeat(64) },
      ],
      country: 'GS',
      minimum_age: 120,
    },
  ],
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
  cause: LONG.unbroken,
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

const accounts: DataOf<typeof listAccounts> = {
  accounts: (['impact', 'available', 'held', 'chain', 'cause', 'operations', 'dust'] as const).map(
    (account, index) => ({
      account,
      of: index < 3 ? 'members' : account === 'cause' ? 'causes' : 'system',
      cause: account === 'cause' ? { id: LONG.whole, name: LONG.unbroken } : null,
      balance: -LONG.amount,
    }),
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

const settings: DataOf<typeof readSettings> = {
  payouts_paused: true,
  payouts_paused_why: LONG.prose,
  mail_operators: true,
  mask_team: true,
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

const undelivered: DataOf<typeof listUndelivered> = {
  failed: LONG.whole,
  waiting: LONG.whole,
  held: LONG.whole,
  undeliverable: LONG.whole,
  mails: (['failed', 'queued', 'held', 'undeliverable'] as const).map((state, index) => ({
    id: LONG.whole - index,
    kind: 'verify e-mail',
    to: index === 0 ? unbroken : person,
    email: LONG.email,
    state,
    attempts: LONG.whole,
    last_error: index === 0 ? LONG.unbroken : LONG.prose,
    created_at: LONG.instant,
    next_at: state === 'failed' || state === 'queued' ? LONG.instant : null,
  })),
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
    '/operator/members/2/security-events': { events: LONGEST_EVENTS, next_cursor },
    '/operator/ledger/accounts': accounts,
    '/operator/ledger/entries': { entries, next_cursor },
    '/operator/ledger/journals': { journals, next_cursor },
    ...Object.fromEntries(journals.map((each) => [`/operator/ledger/journals/${each.id}`, journalView(each)])),
    ...Object.fromEntries(journals.map(({ id }) => [`/operator/ledger/journals/${id}/reversal`, reversal])),
    '/operator/audit': audit,
    '/operator/proposals': proposals,
    '/operator/epochs': epochs,
    '/operator/recovery': recovery,
    '/operator/recovery/dry-run': booking,
    '/operator/mails/undelivered': undelivered,
    '/operator/settings': settings,
    '/operator/invariants': invariants,
    '/operator/programme/dry-run': dryRun,
  }).map(([path, data]) => [path, { success: true, message: '', data }]),
)
