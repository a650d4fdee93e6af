import type { BodyOf, ReplyOf } from '@trefoil/contract/route'
import type { processTransfer } from '@trefoil/contract/transfers'
import type { MemberId } from '@trefoil/core/ledger/account'
import { parseAmount, show, toDollars, type Usd } from '@trefoil/core/money'
import { planTransfer } from '@trefoil/core/programme/plan-transfer'
import type { AnyOrder, LedgerOperation, MemberName } from '../ledger/operation.ts'
import { newReference } from '../ledger/reference.ts'
import { requestKey } from '../ledger/request-key.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { recipientNamed } from './recipient.ts'

type Reply = ReplyOf<typeof processTransfer>
type Order = AnyOrder & {
  sender: MemberId
  recipient: MemberName | undefined
  from: 'impact' | 'available'
  amount: Usd
  reference: string
}

export function transferOrder(
  keyring: Keyring,
  sender: MemberId,
  body: BodyOf<typeof processTransfer>,
  key?: string,
): Order {
  const { amount, recipient_id: typed, from = 'impact' } = body
  const parsed = parseAmount(amount)
  return {
    sender,
    recipient: recipientNamed(keyring, typed),
    from,
    amount: parsed,
    reference: newReference('transfer'),
    key: requestKey(sender, key, [amount, typed, from]),
  }
}

export const transfer: LedgerOperation<Order, Reply, undefined> = {
  reason: 'transfer',
  askedBy: ({ sender }) => sender,
  touches: ({ sender, recipient }) => ({ members: [sender], named: recipient }),
  decide({ book, programme, named }, { sender, recipient, from, amount, reference }) {
    const found = recipient && named(recipient)
    const facts = {
      sender: book.balances(sender),
      recipient: found?.balances ?? null,
      ruleVersion: programme.version,
    }
    const plan = planTransfer(facts, { from, amount, reference })
    const name = found?.name ?? ''
    return {
      plan,
      note: undefined,
      // The recipient's name is revealed only after the transfer.
      reply: {
        success: true,
        message: from === 'impact' ? `${name} has received ${show(amount)}.` : `${show(amount)} can now be donated.`,
        data: { recipient: { name }, amount: toDollars(amount), transfer_id: reference },
      },
    }
  },
}
