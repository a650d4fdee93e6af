import { randomUUID } from 'node:crypto'
import { available, chain } from '@trefoil/core/ledger/account'
import { parseAmount, type Usd } from '@trefoil/core/money'
import type { Ledger } from '../ledger/batch.ts'
import type { AnyOrder, LedgerOperation } from '../ledger/operation.ts'

/** Credits earnings out of nowhere. */
export async function earn(ledger: Ledger, member: number, dollars: number): Promise<void> {
  await ledger.post(earnings, { member, amount: parseAmount(dollars), reference: `test-${randomUUID()}` })
}

const earnings: LedgerOperation<AnyOrder & { member: number; amount: Usd; reference: string }, object, undefined> = {
  reason: 'adjustment',
  touches: ({ member }) => ({ members: [member] }),
  decide: ({ programme }, { member, amount, reference }) => ({
    plan: {
      journals: [
        {
          source: chain,
          credits: [{ target: available(member), amount, share: 'whole' }],
          reason: 'adjustment',
          reference,
          ruleVersion: programme.version,
        },
      ],
    },
    reply: {},
    note: undefined,
  }),
}
