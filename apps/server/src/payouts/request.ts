import type { BodyOf, ReplyOf } from '@trefoil/contract/route'
import type { requestWithdrawal } from '@trefoil/contract/transactions'
import { requireAgreement } from '@trefoil/core/consent/agreement'
import type { MemberId } from '@trefoil/core/ledger/account'
import { parseAmount, show, toDollars, type Usd } from '@trefoil/core/money'
import { requireWithinLevel, type LevelLimits } from '@trefoil/core/payouts/level-limits'
import { planReturn, planWithdrawal, type WithdrawalSource } from '@trefoil/core/payouts/plan-withdrawal'
import { refuseWhileRecovering } from '@trefoil/core/payouts/while-recovering'
import { PENDING } from '@trefoil/core/payouts/withdrawal-state'
import { Refusal } from '@trefoil/core/refusal'
import { payableAddress } from '../chain/address.ts'
import type { Address, Chain } from '../chain/chain.ts'
import type { Database } from '../db/database.ts'
import type { AnyOrder, LedgerOperation } from '../ledger/operation.ts'
import { newReference } from '../ledger/reference.ts'
import { requestKey } from '../ledger/request-key.ts'
import { insertWithdrawals } from './write-withdrawals.ts'

type Reply = ReplyOf<typeof requestWithdrawal>
type Order = AnyOrder & {
  member: MemberId
  source: WithdrawalSource
  amount: Usd
  address: Address
  reference: string
  /** What members of each level may withdraw, if there are limits. */
  limits?: LevelLimits | undefined
}

type Asked = { member: MemberId; source?: WithdrawalSource; key?: string | undefined }

export async function withdrawalOrder(
  { db, chain, levelLimits }: { db: Database; chain: Chain; levelLimits?: LevelLimits | undefined },
  { member, source = 'available', key }: Asked,
  body: BodyOf<typeof requestWithdrawal>,
): Promise<Order> {
  const { amount, withdrawal_address: typed } = body
  const parsed = parseAmount(amount)
  const address = payableAddress(typed)
  if (chain.isOurs(address) || (await wasIssued(db, address)))
    throw new Refusal('invalid_address', 'This address is one of our own: give one of a wallet that is yours.', {
      name: 'address_ours',
    })
  return {
    member,
    source,
    amount: parsed,
    address,
    reference: newReference('withdrawal'),
    ...(levelLimits && { limits: levelLimits }),
    key: requestKey(member, key, source === 'available' ? [amount, typed] : [amount, typed, source]),
  }
}

export const withdrawal: LedgerOperation<Order, Reply, Order> = {
  reason: 'withdrawal_held',
  isDecidedAhead: true,
  askedBy: ({ member }) => member,
  touches: ({ member, limits }) => ({ members: [member], ...(limits && { withdrawer: member }) }),
  decide({ book, programme, withdrawnLately, agreement, isRecovering }, order) {
    const { member, source, amount, reference, limits } = order
    refuseWhileRecovering(isRecovering)
    requireAgreement(agreement(member))
    if (limits)
      requireWithinLevel(
        { level: book.balances(member).level, limits, withdrawn: () => withdrawnLately(member) },
        amount,
      )
    const plan = source === 'impact' ? planReturn : planWithdrawal
    return {
      plan: plan({ member: book.balances(member), programme }, { amount, reference }),
      note: order,
      reply: {
        success: true,
        message: `Your ${source === 'impact' ? 'return' : 'withdrawal'} of ${show(amount)} was requested.`,
        data: { withdrawal_id: reference, amount: toDollars(amount), status: PENDING },
      },
    }
  },
  write(pipeline, done) {
    insertWithdrawals(
      pipeline,
      done.map(({ note }) => note),
    )
  },
}

async function wasIssued(db: Database, address: Address): Promise<boolean> {
  const row = db.selectFrom('deposit_address').select('member_id').where('address', '=', address)
  return (await row.executeTakeFirst()) !== undefined
}
