import { z } from 'zod'
import { nextCursor, pageQuery } from './history.ts'
import { route } from './route.ts'
import { done, instant, role, usdNumber } from './shapes.ts'

/** Every act is written down with its reason. Members read the reason of a refusal and of an adjustment. */
export const why = z.string().min(3).max(300)

const id = z.strictObject({ id: z.number().int().min(1) })
const reference = z.strictObject({ id: z.string().min(1).max(100) })
const because = z.strictObject({ why })

const person = z.object({ id: z.number().int(), name: z.string(), email: z.string() })
const invariant = z.object({ name: z.string(), violations: z.number().int() })

/** What an operator should know before money leaves. */
export const riskFlag = z.enum([
  'frozen',
  'security_hold',
  'address_not_saved',
  'new_address',
  'over_daily_limit',
  'first_withdrawal',
  'no_two_factor',
  'new_account',
  'address_shared',
  'vault_refuses',
])

/** Whose the money on the accounts is. `chain` is the outside world: the negative of what came in and did not leave. */
export const operatorOverview = route({
  method: 'GET',
  path: '/operator/overview',
  access: 'console',
  summary: 'Money in, out, held, owed and owned; what waits; whether everything is well.',
  reply: done.extend({
    data: z.object({
      money: z.object({
        /** Credited from the chain, ever, and within the last 24 hours. */
        in: usdNumber,
        in_today: usdNumber,
        /** Paid out on the chain. */
        out: usdNumber,
        out_today: usdNumber,
        /** In open withdrawals. */
        held: usdNumber,
        /** All that members have: impact, available and held. */
        owed: usdNumber,
        /** Of the cause, of operations, and dust: what is nobody else's. */
        owned: usdNumber,
        cause: usdNumber,
        operations: usdNumber,
        dust: usdNumber,
        /** Net of what came in and went out, by our books. */
        on_chain: usdNumber,
      }),
      members: z.object({
        total: z.number().int(),
        active: z.number().int(),
        frozen: z.number().int(),
        new_today: z.number().int(),
      }),
      queue: z.object({
        /** Withdrawals that wait for an operator, the oldest of them, and those on their way. */
        waiting: z.number().int(),
        waiting_amount: usdNumber,
        oldest: instant.nullable(),
        approved: z.number().int(),
        sending: z.number().int(),
        failed: z.number().int(),
        /** Two-person acts that wait for the second person. */
        proposals: z.number().int(),
        /** Transfers to none of our members' addresses. */
        unmatched: z.number().int(),
      }),
      scanner: z.object({
        scanned: z.number().int().nullable(),
        final: z.number().int().nullable(),
        /** How many seconds ago it last reported. */
        lag_seconds: z.number().nullable(),
        trouble: z.string().nullable(),
      }),
      payouts: z.object({
        paused: z.boolean(),
        trouble: z.string().nullable(),
        signers: z.array(
          z.object({ address: z.string(), next_nonce: z.number().int(), stopped: z.string().nullable() }),
        ),
      }),
      /** As of the last check, which is at most a minute old. */
      invariants: z.object({ ok: z.boolean(), violated: z.array(z.string()) }),
    }),
  }),
})

export const checkInvariants = route({
  method: 'GET',
  path: '/operator/invariants',
  access: 'console',
  summary: 'Every invariant, checked over everything right now.',
  reply: done.extend({ data: z.object({ invariants: z.array(invariant) }) }),
})

// Withdrawals

const withdrawalState = z.enum(['requested', 'approved', 'claimed', 'failed', 'paid', 'refused', 'cancelled'])

const withdrawalRow = z.object({
  /** The reference that the member sees, too. */
  id: z.string(),
  member: person,
  amount: usdNumber,
  address: z.string(),
  state: withdrawalState,
  /** It does not move without an operator. */
  waiting: z.boolean(),
  waits_for: z.string().nullable(),
  flags: z.array(riskFlag),
  requested_at: instant,
  decided_at: instant.nullable(),
  decided_by: z.string().nullable(),
  decision: z.string().nullable(),
  ended_at: instant.nullable(),
  transaction: z.string().nullable(),
})

export const listWithdrawals = route({
  method: 'GET',
  path: '/operator/withdrawals',
  access: 'console',
  summary: 'Withdrawals: those that wait (oldest first), that are open, or all (newest first).',
  query: pageQuery.extend({ show: z.enum(['waiting', 'open', 'all']).optional() }),
  reply: done.extend({ data: z.object({ withdrawals: z.array(withdrawalRow), next_cursor: nextCursor }) }),
})

export const readWithdrawal = route({
  method: 'GET',
  path: '/operator/withdrawals/:id',
  access: 'console',
  summary: 'One withdrawal, its attempts on the chain, and the withdrawals of its member before it.',
  params: reference,
  reply: done.extend({
    data: z.object({
      withdrawal: withdrawalRow,
      attempts: z.array(
        z.object({
          transaction: z.string(),
          nonce: z.number().int(),
          signed_at: instant,
          sent_at: instant.nullable(),
          advice: z.string().nullable(),
        }),
      ),
      member: z.object({
        joined: instant,
        available: usdNumber,
        total_deposited: usdNumber,
        total_donated: usdNumber,
        total_earned: usdNumber,
        total_withdrawn: usdNumber,
      }),
      earlier: z.array(withdrawalRow),
    }),
  }),
})

export const approveWithdrawal = route({
  method: 'POST',
  path: '/operator/withdrawals/:id/approve',
  access: 'operator',
  summary: 'Let a withdrawal leave that did not leave by itself.',
  params: reference,
  body: because,
  reply: done,
})

export const refuseWithdrawal = route({
  method: 'POST',
  path: '/operator/withdrawals/:id/refuse',
  access: 'operator',
  summary: 'Give a withdrawal back to its member, with a reason that the member reads.',
  params: reference,
  body: because,
  reply: done,
})

export const decideWithdrawals = route({
  method: 'POST',
  path: '/operator/withdrawals/decide',
  access: 'operator',
  summary: 'Approve or refuse several, each on its own: one that cannot be decided stops none of the others.',
  body: z.strictObject({
    decision: z.enum(['approve', 'refuse']),
    ids: z.array(z.string().min(1).max(100)).min(1).max(100),
    why,
  }),
  reply: done.extend({
    data: z.object({ results: z.array(z.object({ id: z.string(), done: z.boolean(), message: z.string() })) }),
  }),
})

// Deposits

export const listDeposits = route({
  method: 'GET',
  path: '/operator/deposits',
  access: 'console',
  summary: 'What arrived at addresses of members, newest first.',
  query: pageQuery.extend({ state: z.enum(['seen', 'dropped', 'final', 'credited']).optional() }),
  reply: done.extend({
    data: z.object({
      deposits: z.array(
        z.object({
          id: z.string(),
          member: person,
          amount: usdNumber,
          state: z.enum(['seen', 'dropped', 'final', 'credited']),
          address: z.string(),
          sender: z.string(),
          transaction: z.string(),
          block: z.number().int(),
          seen_at: instant,
          credited_at: instant.nullable(),
          swept: z.boolean(),
        }),
      ),
      next_cursor: nextCursor,
    }),
  }),
})

export const listUnmatched = route({
  method: 'GET',
  path: '/operator/unmatched',
  access: 'console',
  summary: 'Transfers that were not credited: other tokens, zero amounts, money sent straight to a contract of ours.',
  query: pageQuery,
  reply: done.extend({
    data: z.object({
      unmatched: z.array(
        z.object({
          id: z.number().int(),
          kind: z.enum(['zero', 'too_large', 'other_token', 'native', 'sweep', 'to_contract']),
          token: z.string(),
          sender: z.string(),
          recipient: z.string(),
          /** In the smallest units of its token. */
          value: z.string(),
          /** In dollars, where it is our token. */
          amount: usdNumber.nullable(),
          transaction: z.string(),
          block: z.number().int(),
          seen_at: instant,
          member: person.nullable(),
          /** Only our own token can be credited to a member, once. */
          assignable: z.boolean(),
          /** What became of it. */
          assigned_to: person.nullable(),
          proposal_id: z.number().int().nullable(),
        }),
      ),
      next_cursor: nextCursor,
    }),
  }),
})

// Members

export const searchMembers = route({
  method: 'GET',
  path: '/operator/members',
  access: 'console',
  summary: 'Accounts by name, e-mail, referral code, number, payout or deposit address. Without words: the newest.',
  query: pageQuery.extend({ q: z.string().max(100).optional() }),
  reply: done.extend({
    data: z.object({
      members: z.array(
        person.extend({
          role,
          referral_code: z.string().nullable(),
          stage: z.number().int(),
          impact: usdNumber,
          available: usdNumber,
          held: usdNumber,
          frozen: z.boolean(),
          two_factor: z.boolean(),
          joined: instant,
        }),
      ),
      next_cursor: nextCursor,
    }),
  }),
})

const historyLine = z.object({ at: instant, type: z.string(), description: z.string(), by: z.string().nullable() })

export const readMember = route({
  method: 'GET',
  path: '/operator/members/:id',
  access: 'console',
  summary: 'Everything about one account, on one page.',
  params: id,
  reply: done.extend({
    data: z.object({
      member: person.extend({
        role,
        referral_code: z.string().nullable(),
        joined: instant,
        frozen: z.boolean(),
        two_factor: z.boolean(),
        recovery_codes_left: z.number().int(),
        wallet_address: z.string().nullable(),
        wallet_address_since: instant.nullable(),
        withdrawals_held_until: instant.nullable(),
        sponsor: person.nullable(),
        parent: person.nullable(),
        position: z.enum(['left', 'center', 'right']).nullable(),
        level: z.number().int().nullable(),
      }),
      balances: z.object({
        impact: usdNumber,
        available: usdNumber,
        held: usdNumber,
        stage: z.number().int(),
        stage_balance: usdNumber,
        earning_threshold: usdNumber,
        last_donation: usdNumber,
        total_donated: usdNumber,
        total_earned: usdNumber,
        total_deposited: usdNumber,
        total_withdrawn: usdNumber,
      }),
      team: z.object({
        total: z.number().int(),
        by_level: z.array(z.number().int()),
        referrals: z.number().int(),
        active_referrals: z.number().int(),
      }),
      sessions: z.array(
        z.object({
          id: z.string(),
          since: instant,
          last_used: instant,
          expires_at: instant,
          ended_at: instant.nullable(),
          end_reason: z.string().nullable(),
          address: z.string().nullable(),
          agent: z.string().nullable(),
        }),
      ),
      deposit_addresses: z.array(z.object({ address: z.string(), issued_at: instant, received: z.boolean() })),
      withdrawals: z.array(withdrawalRow),
      /** What the account did and what operators did to it, newest first. */
      history: z.array(historyLine),
    }),
  }),
})

const memberAccount = z.enum(['impact', 'available', 'held'])
const systemAccount = z.enum(['chain', 'cause', 'operations', 'dust', 'fees'])
const reason = z.enum([
  'deposit',
  'donation',
  'transfer',
  'withdrawal_held',
  'withdrawal_released',
  'withdrawal_paid',
  'adjustment',
  'reversal',
])

const entry = z.object({
  journal: z.number().int(),
  at: instant,
  reason,
  reference: z.string(),
  /** Null: the system's. */
  member: person.nullable(),
  account: z.enum([...memberAccount.options, ...systemAccount.options]),
  sequence: z.number().int(),
  amount: usdNumber,
  balance_after: usdNumber,
  share: z.string().nullable(),
})

/** A day in UTC: 2026-02-28. Both ends count. */
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)
const range = { from: day.optional(), to: day.optional() }

export const readMemberStatement = route({
  method: 'GET',
  path: '/operator/members/:id/statement',
  access: 'console',
  summary: 'The lines of one account of a member, newest first, within a range of days.',
  params: id,
  query: pageQuery.extend({ account: memberAccount, ...range }),
  reply: done.extend({ data: z.object({ entries: z.array(entry), next_cursor: nextCursor }) }),
})

export const freezeMember = route({
  method: 'POST',
  path: '/operator/members/:id/freeze',
  access: 'operator',
  summary: 'The member may sign in and read, and moves no money.',
  params: id,
  body: because,
  reply: done,
})

export const unfreezeMember = route({
  method: 'POST',
  path: '/operator/members/:id/unfreeze',
  access: 'operator',
  summary: 'The member may move money again.',
  params: id,
  body: because,
  reply: done,
})

export const endSessions = route({
  method: 'POST',
  path: '/operator/members/:id/end-sessions',
  access: 'operator',
  summary: 'Sign the account out everywhere.',
  params: id,
  body: because,
  reply: done.extend({ data: z.object({ ended: z.number().int() }) }),
})

export const resetTwoFactor = route({
  method: 'POST',
  path: '/operator/members/:id/reset-two-factor',
  access: 'operator',
  summary: 'Turn two-factor off for someone who lost it, after a check that is written down. Holds withdrawals a day.',
  params: id,
  body: z.strictObject({
    why,
    /** How it was made sure that it is really them: at least a sentence. */
    check: z.string().min(10).max(500),
  }),
  reply: done,
})

// Two-person acts

const programmeRules = z.strictObject({
  stages: z
    .array(
      z.strictObject({
        stage_number: z.number(),
        donation_requirement: usdNumber,
        earning_multiplier: z.number(),
      }),
    )
    .max(20),
  shares_basis_points: z.strictObject({
    sponsor: z.number(),
    levels: z.array(z.number()).max(20),
    operations: z.number(),
  }),
  min_withdrawal: usdNumber,
  automatic_payout: z.strictObject({ per_day_max: usdNumber, address_age_hours: z.number() }),
})

const proposalKind = z.enum(['adjustment', 'assignment', 'programme', 'signer'])
const proposalState = z.enum(['open', 'done', 'rejected'])

const proposal = z.object({
  id: z.number().int(),
  kind: proposalKind,
  state: proposalState,
  /** One sentence: what would happen. */
  summary: z.string(),
  why: z.string(),
  member: person.nullable(),
  /** What it asks for: as it was sent. */
  details: z.record(z.string(), z.unknown()),
  proposed_by: person,
  proposed_at: instant,
  decided_by: person.nullable(),
  decided_at: instant.nullable(),
  decision: z.string().nullable(),
})

const proposed = done.extend({ data: z.object({ proposal }) })

export const listProposals = route({
  method: 'GET',
  path: '/operator/proposals',
  access: 'console',
  summary: 'Acts that need two persons, newest first.',
  query: pageQuery.extend({ state: proposalState.optional() }),
  reply: done.extend({ data: z.object({ proposals: z.array(proposal), next_cursor: nextCursor }) }),
})

export const proposeAdjustment = route({
  method: 'POST',
  path: '/operator/proposals/adjustment',
  access: 'operator',
  summary: "Change a member's balance: against operations, once another operator agrees. The member sees it.",
  body: z.strictObject({
    member: z.number().int().min(1),
    account: z.enum(['impact', 'available']),
    /** Below zero: taken away. */
    amount: z.number(),
    why,
  }),
  reply: proposed,
})

export const proposeAssignment = route({
  method: 'POST',
  path: '/operator/proposals/assignment',
  access: 'operator',
  summary: 'Credit a transfer that no member was credited for, once another operator agrees.',
  body: z.strictObject({ unmatched: z.number().int().min(1), member: z.number().int().min(1), why }),
  reply: proposed,
})

export const proposeProgramme = route({
  method: 'POST',
  path: '/operator/proposals/programme',
  access: 'operator',
  summary: 'A new version of the programme, in force from a date on, once another operator agrees.',
  body: z.strictObject({
    rules: programmeRules,
    /** Null: from the moment of approval on. */
    active_from: instant.nullable(),
    why,
  }),
  reply: proposed,
})

export const proposeSigner = route({
  method: 'POST',
  path: '/operator/proposals/signer',
  access: 'operator',
  summary: 'Let a stopped signer send again, once another operator agrees.',
  body: z.strictObject({ address: z.string().min(1).max(100), change: z.literal('resume'), why }),
  reply: proposed,
})

export const stopSigner = route({
  method: 'POST',
  path: '/operator/signers/stop',
  access: 'operator',
  summary: 'Stop a signer at once: one person is enough to stop, two are needed to go on.',
  body: z.strictObject({ address: z.string().min(1).max(100), why }),
  reply: done,
})

export const approveProposal = route({
  method: 'POST',
  path: '/operator/proposals/:id/approve',
  access: 'operator',
  summary: 'Agree, as another person than the one who proposed it: it happens at once.',
  params: id,
  body: because,
  reply: proposed,
})

export const rejectProposal = route({
  method: 'POST',
  path: '/operator/proposals/:id/reject',
  access: 'operator',
  summary: 'Say no to it, or take back the own one.',
  params: id,
  body: because,
  reply: proposed,
})

// Programme

export const listProgrammes = route({
  method: 'GET',
  path: '/operator/programme',
  access: 'console',
  summary: 'Every version there was, is and will be; the newest first.',
  reply: done.extend({
    data: z.object({
      current: z.number().int(),
      versions: z.array(
        z.object({
          version: z.number().int(),
          rules: programmeRules,
          active_from: instant,
          /** What each donation leaves for the cause at least. */
          cause_percent: z.number(),
          donations: z.number().int(),
        }),
      ),
    }),
  }),
})

const dryRunSums = z.object({
  donated: usdNumber,
  cause: usdNumber,
  operations: usdNumber,
  sponsors: usdNumber,
  levels: usdNumber,
})

export const dryRunProgramme = route({
  method: 'POST',
  path: '/operator/programme/dry-run',
  access: 'console',
  summary:
    'The latest donations divided once more by other rules: who would have got what. Refuses rules that break one.',
  body: z.strictObject({ rules: programmeRules, donations_max: z.number().int().min(1).max(5000).optional() }),
  reply: done.extend({
    data: z.object({
      donations: z.number().int(),
      from: instant.nullable(),
      /** Below what the new rules ask for: they would have been refused. */
      refused: z.number().int(),
      was: dryRunSums,
      would_be: dryRunSums,
      /** The largest differences first, at most 100. */
      members: z.array(person.extend({ was: usdNumber, would_be: usdNumber, difference: z.number() })),
    }),
  }),
})

// Settings

export const readSettings = route({
  method: 'GET',
  path: '/operator/settings',
  access: 'console',
  summary: 'What can be switched here, and how this installation is configured. No secrets.',
  reply: done.extend({
    data: z.object({
      payouts_paused: z.boolean(),
      payouts_paused_why: z.string().nullable(),
      mail_operators: z.boolean(),
      /** Read-only: set by the environment. */
      configuration: z.array(z.object({ name: z.string(), value: z.string() })),
      operators: z.array(person.extend({ role, two_factor: z.boolean() })),
    }),
  }),
})

export const changeSettings = route({
  method: 'PUT',
  path: '/operator/settings',
  access: 'operator',
  summary: 'Pause or resume payouts; mail operators about what waits.',
  body: z.strictObject({ payouts_paused: z.boolean().optional(), mail_operators: z.boolean().optional(), why }),
  reply: done,
})

// Ledger

export const listAccounts = route({
  method: 'GET',
  path: '/operator/ledger/accounts',
  access: 'console',
  summary: 'The accounts that are nobody’s, and the sums of those that are members’.',
  reply: done.extend({
    data: z.object({
      accounts: z.array(
        z.object({
          account: z.enum([...memberAccount.options, ...systemAccount.options]),
          of: z.enum(['members', 'system']),
          balance: usdNumber,
        }),
      ),
    }),
  }),
})

export const listEntries = route({
  method: 'GET',
  path: '/operator/ledger/entries',
  access: 'console',
  summary: 'The lines of one account, newest first. Without a member: of a system account.',
  query: pageQuery.extend({
    account: z.enum([...memberAccount.options, ...systemAccount.options]),
    member: z.number().int().min(1).optional(),
    ...range,
  }),
  reply: done.extend({ data: z.object({ entries: z.array(entry), next_cursor: nextCursor }) }),
})

const journal = z.object({
  id: z.number().int(),
  at: instant,
  reason,
  reference: z.string(),
  amount: usdNumber,
  source: z.string(),
  source_member: person.nullable(),
  target_member: person.nullable(),
  rule_version: z.number().int(),
})

export const listJournals = route({
  method: 'GET',
  path: '/operator/ledger/journals',
  access: 'console',
  summary: 'Everything that happened to money, newest first.',
  query: pageQuery.extend({ reason: reason.optional(), ...range }),
  reply: done.extend({ data: z.object({ journals: z.array(journal), next_cursor: nextCursor }) }),
})

export const readJournal = route({
  method: 'GET',
  path: '/operator/ledger/journals/:id',
  access: 'console',
  summary: 'One journal with its lines, and what caused it.',
  params: id,
  reply: done.extend({
    data: z.object({
      journal,
      entries: z.array(entry),
      cause: z.object({
        kind: z.enum(['deposit', 'donation', 'transfer', 'withdrawal', 'proposal', 'other']),
        /** Of the deposit, the withdrawal or the proposal. */
        id: z.string(),
        sentence: z.string(),
        facts: z.array(z.object({ name: z.string(), value: z.string() })),
      }),
    }),
  }),
})

// Audit log

export const auditAction = z.enum([
  'withdrawal.approve',
  'withdrawal.refuse',
  'member.freeze',
  'member.unfreeze',
  'member.end_sessions',
  'member.reset_two_factor',
  'proposal.open',
  'proposal.approve',
  'proposal.reject',
  'signer.stop',
  'settings.change',
  'export.read',
  'operator.create',
  'backup.restore',
])

export const readAudit = route({
  method: 'GET',
  path: '/operator/audit',
  access: 'console',
  summary: 'Every act of an operator: who, when, from where, why. Newest first; nobody can change it.',
  query: pageQuery.extend({
    action: auditAction.optional(),
    operator: z.number().int().min(1).optional(),
    member: z.number().int().min(1).optional(),
    ...range,
  }),
  reply: done.extend({
    data: z.object({
      lines: z.array(
        z.object({
          id: z.number().int(),
          at: instant,
          action: auditAction,
          /** Null: the command line. */
          operator: person.nullable(),
          member: person.nullable(),
          /** What it was done to: a withdrawal's reference, a proposal's number, an address. */
          subject: z.string().nullable(),
          why: z.string(),
          address: z.string().nullable(),
          agent: z.string().nullable(),
          details: z.record(z.string(), z.unknown()),
        }),
      ),
      next_cursor: nextCursor,
    }),
  }),
})

// Exports

export const exportable = z.enum([
  'members',
  'withdrawals',
  'deposits',
  'unmatched',
  'journals',
  'entries',
  'donations',
  'proposals',
  'audit',
])

export const exportCsv = route({
  method: 'GET',
  path: '/operator/export/:what',
  access: 'console',
  summary: 'A table as CSV, in pages of up to 5000 lines: join the pages, the first of which has the heads.',
  params: z.strictObject({ what: exportable }),
  query: z.strictObject({ cursor: z.string().min(1).max(200).optional(), ...range }),
  reply: done.extend({ data: z.object({ csv: z.string(), lines: z.number().int(), next_cursor: nextCursor }) }),
})
