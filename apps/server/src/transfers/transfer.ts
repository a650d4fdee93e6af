import type { BodyOf, ReplyOf } from '@trefoil/contract/route'
import type { processTransfer } from '@trefoil/contract/transfers'
import { requireAgreement } from '@trefoil/core/consent/agreement'
import { FORMER_MEMBER } from '@trefoil/core/identity/privacy'
import type { MemberId } from '@trefoil/core/ledger/account'
import { NOTHING, parseAmount, show, toDollars, type Usd } from '@trefoil/core/money'
import { refuseWhileRecovering } from '@trefoil/core/payouts/while-recovering'
import { requireMaySend, type Confirmation } from '@trefoil/core/programme/may-send'
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
  confirmation: Confirmation
}

/** For transfers that no request asks for. */
export const CONFIRMED: Confirmation = { askedFrom: NOTHING, given: true }

export function transferOrder(
  keyring: Keyring,
  { sender, session, confirmation }: { sender: MemberId; session?: string; confirmation: Confirmation },
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
    confirmation,
    session,
    key: requestKey(sender, key, [amount, typed, from]),
  }
}

export const transfer: LedgerOperation<Order, Reply, undefined> = {
  reason: 'transfer',
  isDecidedAhead: true,
  askedBy: ({ sender }) => sender,
  touches: ({ sender, recipient, from }) => ({
    members: [sender],
    named: recipient,
    ...(from === 'impact' && { sender }),
  }),
  decide(ledger, { sender, recipient, from, amount, reference, confirmation }) {
    const { book, programme, named, sender: factsOf } = ledger
    refuseWhileRecovering(ledger.isRecovering)
    requireAgreement(ledger.agreement(sender))
    const found = recipient && named(recipient)
    const facts = {
      sender: book.balances(sender),
      recipient: found?.balances ?? null,
      programme,
    }
    const plan = planTransfer(facts, { from, amount, reference })
    if (from === 'impact') requireMaySend(factsOf(sender), amount, confirmation)
    return {
      plan,
      note: undefined,
      // The recipient's name is revealed only after the transfer.
      reply: replyTo({ from, amount, name: found?.name ?? '', reference }),
    }
  },
  repeat: {
    keep: ({ data: { transfer_id } }) => ({ transfer_id }),
    recall({ named }, { from, amount, recipient }, kept) {
      const name = (recipient && named(recipient)?.name) ?? FORMER_MEMBER
      return replyTo({ from, amount, name, reference: (kept as { transfer_id: string }).transfer_id })
    },
  },
}

type Sent = { from: Order['from']; amount: Usd; name: string; reference: string }

const replyTo = ({ from, amount, name, reference }: Sent): Reply => ({
  success: true,
  message: from === 'impact' ? `${name} has received ${show(amount)}.` : `${show(amount)} can now be donated.`,
  data: { recipient: { name }, amount: toDollars(amount), transfer_id: reference },
})
