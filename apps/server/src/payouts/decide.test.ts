import { WITHDRAWAL_MOVES, WITHDRAWAL_STATES } from '@trefoil/core/payouts/withdrawal-state'
import { describe, expect, test } from 'vitest'
import { shareTestChain, UNIT } from '../testing/chain.ts'
import { openPayouts } from '../testing/payouts.ts'
import { cancelWithdrawal } from './decide.ts'
import { look } from './sender.ts'

const shared = await shareTestChain()

test('the database allows exactly core’s transitions', async () => {
  const { wallet } = await openPayouts(shared)
  const { rows } = await wallet.owner.query<{ was: string; becomes: string }>('select * from withdrawal_move')
  const allowed = rows.map(({ was, becomes }) => `${was} ${becomes}`)
  const ruled = WITHDRAWAL_STATES.flatMap((was) => WITHDRAWAL_MOVES[was].map((becomes) => `${was} ${becomes}`))
  expect(allowed.toSorted()).toEqual(ruled.toSorted())
})

describe('decisions', () => {
  test('cancelled while it is pending, once; never after it was claimed', async () => {
    const payouts = await openPayouts(shared)
    const { wallet } = payouts
    const context = { ...wallet, chain: shared.chain }
    const { reference, member } = await payouts.ask({ approved: false })
    const cancels = await Promise.allSettled(
      Array.from({ length: 10 }, () => cancelWithdrawal(context, member, reference)),
    )
    expect(cancels.filter(({ status }) => status === 'fulfilled').length).toBe(1)
    await expect(cancelWithdrawal(context, wallet.members[1]!, reference)).rejects.toMatchObject({ code: 'not_found' })
    const claimed = await payouts.ask()
    await look(payouts.context())
    await expect(cancelWithdrawal(context, member, claimed.reference)).rejects.toMatchObject({ code: 'wrong_state' })
    await payouts.finish()
    expect(await payouts.stateOf(claimed.reference)).toBe('paid')
    await wallet.verify()
  })

  test('cancelled and claimed at the same moment: one of the two', async () => {
    const payouts = await openPayouts(shared)
    const { wallet } = payouts
    const context = { ...wallet, chain: shared.chain }
    for (let round = 0; round < 10; round += 1) {
      const { reference, member, to } = await payouts.ask()
      const [cancelled] = await Promise.allSettled([
        cancelWithdrawal(context, member, reference),
        look(payouts.context()),
      ])
      await payouts.finish()
      const isCancelled = cancelled.status === 'fulfilled'
      expect(await payouts.stateOf(reference)).toBe(isCancelled ? 'cancelled' : 'paid')
      expect(await shared.chain.balanceOf(to)).toBe(isCancelled ? 0n : 10n * UNIT)
    }
    await wallet.verify()
  })

  test('refused by an operator: the member gets the money back, and reads why', async () => {
    const payouts = await openPayouts(shared)
    const { wallet } = payouts
    const { reference } = await payouts.ask({ approved: false })
    await payouts.refuse(reference, 'not you')
    expect(await payouts.stateOf(reference)).toBe('refused')
    await wallet.verify()
  })
})
