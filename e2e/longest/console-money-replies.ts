import type { listDeposits, listUnmatched } from '@trefoil/contract/operator/deposits'
import type { listConsoleEpochs } from '@trefoil/contract/operator/epochs'
import type { listFees } from '@trefoil/contract/operator/fees'
import type { dryRunPayment, readRecovery } from '@trefoil/contract/operator/recovery'
import type { readReserves } from '@trefoil/contract/operator/reserves'
import type { dryRunReversal } from '@trefoil/contract/operator/reversals'
import { PEOPLE, person, unbroken, type DataOf } from './people.ts'
import { LONG } from './values.ts'

export const fees: DataOf<typeof listFees> = {
  periods: ['2026-12-31', '2026-11-30'].map((from) => ({
    from,
    payouts: LONG.whole,
    payout_fees: LONG.coins,
    sweeps: LONG.whole,
    sweep_fees: LONG.coins,
    epochs: LONG.whole,
    epoch_fees: LONG.coins,
  })),
}

export const epochs: DataOf<typeof listConsoleEpochs> = {
  contract: LONG.address,
  epochs: (['building', 'failed', 'anchored'] as const).map((state, index) => ({
    number: LONG.whole - index,
    state,
    asked_at: LONG.instant,
    proposal_id: index,
    why: LONG.prose,
    outstanding: LONG.prose,
    counted: LONG.whole,
    owners: LONG.whole,
    seconds: 99_999.9,
    owed: LONG.amount,
    there: LONG.amount,
    coverage_percent: 99.9,
    cost: LONG.coins,
    transaction: LONG.hash,
    link: null,
    posted_at: LONG.instant,
  })),
  next_cursor: null,
}

export const deposits: DataOf<typeof listDeposits> = {
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
  next_cursor: null,
}

export const unmatched: DataOf<typeof listUnmatched> = {
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
  next_cursor: null,
}

export const reversal: DataOf<typeof dryRunReversal> = {
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

export const booking: DataOf<typeof dryRunPayment> = { accounts: reversal.accounts, refused: LONG.prose }

export const recovery: DataOf<typeof readRecovery> = {
  recovery: {
    began_at: LONG.instant,
    why: LONG.prose,
    since_block: LONG.whole,
    until_block: LONG.whole,
    waits_for: LONG.prose,
  },
  lost_tail: { found_at: LONG.instant, why: LONG.prose },
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

export const reserves: DataOf<typeof readReserves> = {
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
  payees: [null, 1, 2].map((cause) => ({
    cause,
    name: cause === 2 ? LONG.unbroken : LONG.name,
    balance: LONG.amount,
    held: LONG.amount,
    address: cause === null ? null : LONG.address,
  })),
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
