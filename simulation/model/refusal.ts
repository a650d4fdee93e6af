import type { RefusalCode } from '../../packages/core/src/refusal.ts'
import { minimumOf } from './donation.ts'
import { balanceOf, memberOf, type Asked, type Model } from './model.ts'
import { refusalOfReversal } from './reversal.ts'
import { TRANSFER_MIN, WITHDRAWAL_MIN } from './rules.ts'

/** Why this has to be refused right now, or `undefined` if it has to be done. */
export function refusalOf(model: Model, asked: Asked): RefusalCode | undefined {
  const unlessCovered = (account: string, amount: bigint) =>
    balanceOf(model, account) < amount ? 'insufficient_funds' : undefined
  switch (asked.kind) {
    case 'transfer':
      if (asked.account === 'impact' && asked.from === asked.to) return 'own_account'
      if (asked.from !== asked.to && asked.amount < TRANSFER_MIN) return 'below_minimum'
      return unlessCovered(`${asked.account}:${asked.from}`, asked.amount)
    case 'donation':
      if (asked.amount < minimumOf(memberOf(model, asked.member))) return 'below_minimum'
      return unlessCovered(`impact:${asked.member}`, asked.amount)
    case 'withdrawal':
      if (asked.amount < WITHDRAWAL_MIN) return 'below_minimum'
      return unlessCovered(`available:${asked.member}`, asked.amount)
    case 'assignment':
      return model.assigned.has(asked.log) ? 'wrong_state' : undefined
    case 'reversal':
      return refusalOfReversal(model, asked)
    case 'payment':
      // Whether it was made, and is booked once, the chain and the books tell.
      return undefined
  }
  return undefined
}
