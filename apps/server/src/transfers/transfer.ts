import type { BodyOf, ReplyOf } from '@trefoil/contract/route'
import type { processTransfer } from '@trefoil/contract/transfers'
import type { MemberId } from '@trefoil/core/ledger/account'
import { parseAmount, show, toDollars, type Usd } from '@trefoil/core/money'
import { planTransfer } from '@trefoil/core/programme/plan-transfer'
import type { AnyOrder, Deed } from '../ledger/deed.ts'
import { newReference } from '../ledger/reference.ts'
import { requestKey } from '../ledger/request-key.ts'
import type { FindRecipient, Recipient } from './recipients.ts'

type Reply = ReplyOf<typeof processTransfer>
type Order = AnyOrder & {
  sender: MemberId
  recipient: Recipient | undefined
  from: 'impact' | 'available'
  amount: Usd
  reference: string
}

export async function transferOrder(
  find: FindRecipient,
  sender: MemberId,
  body: BodyOf<typeof processTransfer>,
  key?: string,
): Promise<Order> {
  const { amount, recipient_id: typed, from = 'impact' } = body
  const parsed = parseAmount(amount)
  return {
    sender,
    recipient: await find(typed),
    from,
    amount: parsed,
    reference: newReference('transfer'),
    key: requestKey(sender, key, [amount, typed, from]),
  }
}

export const transfer: Deed<Order, Reply, undefined> = {
  operation: 'transfer',
  touches: ({ sender, recipient }) => ({ members: recipient ? [sender, recipient.member] : [sender] }),
  decide({ book, programme }, { sender, recipient, from, amount, reference }) {
    const facts = {
      sender: book.purse(sender),
      recipient: recipient ? book.purse(recipient.member) : null,
      ruleVersion: programme.version,
    }
    const plan = planTransfer(facts, { from, amount, reference })
    const name = recipient?.name ?? ''
    return {
      plan,
      note: undefined,
      // The name is told only now that it happened.
      reply: {
        success: true,
        message: from === 'impact' ? `${name} has received ${show(amount)}.` : `${show(amount)} can now be donated.`,
        data: { recipient: { name }, amount: toDollars(amount), transfer_id: reference },
      },
    }
  },
}
