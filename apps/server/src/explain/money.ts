import type { MemberId } from '@trefoil/core/ledger/account'
import type { MemberBalances } from '@trefoil/core/ledger/member-balances'
import type { Usd } from '@trefoil/core/money'
import { readMemberBalances } from '../ledger/member-balances.ts'
import { balanceEntries, fromChain, ownDonations, toChain, type CountedSource } from './counted.ts'
import { dollars, inOneView, type Explainer } from './explained.ts'
import { readLines } from './read-lines.ts'

type Sum = {
  valueOf: (balances: MemberBalances) => Usd
  sources: (member: MemberId) => readonly CountedSource[]
}

/** A figure of the balance row, and the entries that it adds up from. */
const sumOf =
  (name: string, { valueOf, sources }: Sum): Explainer =>
  (context, { member, query: page }) =>
    inOneView(context, async (tx) => {
      const total = dollars(valueOf(await readMemberBalances(tx, member)))
      const asked = { keyring: context.keyring, member, name, page }
      return {
        value: total,
        terms: [],
        entries: { total, unit: 'usd', ...(await readLines(tx, asked, sources(member))) },
      }
    })

export const MONEY = {
  available: sumOf('available', {
    valueOf: ({ available }) => available.balance,
    sources: (member) => balanceEntries(member, 'available'),
  }),
  impact: sumOf('impact', {
    valueOf: ({ impact }) => impact.balance,
    sources: (member) => balanceEntries(member, 'impact'),
  }),
  total_donation: sumOf('total_donation', { valueOf: ({ totals }) => totals.donated, sources: ownDonations }),
  total_deposit: sumOf('total_deposit', { valueOf: ({ totals }) => totals.deposited, sources: fromChain }),
  total_withdraw: sumOf('total_withdraw', { valueOf: ({ totals }) => totals.withdrawn, sources: toChain }),
} satisfies Record<string, Explainer>
