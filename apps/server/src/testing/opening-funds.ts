import { chain, impact, type MemberId } from '@trefoil/core/ledger/account'
import type { Usd } from '@trefoil/core/money'
import type { AnyOrder, LedgerOperation } from '../ledger/operation.ts'

type Order = AnyOrder & { member: MemberId; amount: Usd; reference: string }

/** Money out of nowhere, booked as a deposit, for tests about something else. */
export const openingFunds: LedgerOperation<Order, object, undefined> = {
  reason: 'deposit',
  touches: ({ member }) => ({ members: [member] }),
  decide: ({ programme }, { member, amount, reference }) => ({
    plan: {
      journals: [
        {
          source: chain,
          credits: [{ target: impact(member), amount, share: 'whole' }],
          reason: 'deposit',
          reference,
          ruleVersion: programme.version,
        },
      ],
    },
    reply: {},
    note: undefined,
  }),
}
