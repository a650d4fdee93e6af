import { parseUsd } from '@trefoil/core/money'
import type { LevelLimits } from '@trefoil/core/payouts/level-limits'
import { expect, test } from 'vitest'
import { readBalanceSummary } from '../ledger/balance-summary.ts'
import { shareTestChain } from '../testing/chain.ts'
import { openPayouts, randomAddress } from '../testing/payouts.ts'
import { cancelWithdrawal } from './decide.ts'
import { withdrawal, withdrawalOrder } from './request.ts'

const shared = await shareTestChain()
const { chain } = shared

const LIMITS: LevelLimits = {
  0: { perWithdrawal: parseUsd(100), perMonth: parseUsd(150) },
  1: { perWithdrawal: null, perMonth: parseUsd(400) },
}

async function openLimited(levelLimits: LevelLimits | undefined = LIMITS) {
  const { wallet } = await openPayouts(shared)
  const member = wallet.members[0]!
  await wallet.earn(member, 1000)
  return {
    wallet,
    member,
    withdraw: async (amount: number): Promise<string> => {
      const body = {
        amount,
        withdrawal_address: randomAddress(),
        network: 'BSC',
        payment_method: 'blockchain',
        type: 'Withdrawal',
      } as const
      const order = await withdrawalOrder({ db: wallet.db, chain, levelLimits }, { member }, body)
      return (await wallet.ledger.post(withdrawal, order)).data.withdrawal_id
    },
    left: async () => (await readBalanceSummary(wallet.db, member, levelLimits)).limits.level,
  }
}

test('a level limits one withdrawal and those of 30 days, and the refusal says what is left and what is needed', async () => {
  const { wallet, withdraw, left } = await openLimited()
  expect(await left()).toEqual({ level: 0, per_withdrawal: 100, per_month: 150, left: 150, more_at: 1 })
  await expect(withdraw(101)).rejects.toMatchObject({ code: 'level_limit' })
  await withdraw(90)
  expect(await left()).toMatchObject({ left: 60 })
  await expect(withdraw(61)).rejects.toThrow(
    'At your level you can withdraw $100.00000 at once, and $150.00000 in 30 days, of which $60.00000 is left. More needs level 1.',
  )
  await withdraw(60)
  await expect(withdraw(10)).rejects.toThrow('of which $0.00000 is left')
  await wallet.owner.query(`update withdrawal set requested_at = now() - interval '30 days'`)
  await withdraw(100)
  await wallet.verify()
})

test('many at once cannot exceed the limit together', async () => {
  const { wallet, withdraw } = await openLimited()
  const ends = await Promise.allSettled(Array.from({ length: 20 }, () => withdraw(20)))
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(7)
  const { rows } = await wallet.owner.query('select sum(amount)::text as sum from withdrawal where ended_at is null')
  expect(rows).toEqual([{ sum: '14000000' }])
  await wallet.verify()
})

test('what was cancelled does not count, and a new level counts at once', async () => {
  const { wallet, member, withdraw } = await openLimited()
  const first = await withdraw(100)
  await expect(withdraw(100)).rejects.toMatchObject({ code: 'level_limit' })
  await cancelWithdrawal({ ...wallet, chain }, member, first)
  await withdraw(100)
  await wallet.owner.query('update member_balance set kyc_level = 1 where member_id = $1', [member])
  await withdraw(300)
  await expect(withdraw(10)).rejects.toThrow('More needs level 2.')
  await wallet.verify()
})

test('without limits nobody is limited', async () => {
  const { withdraw, left } = await openLimited({})
  await withdraw(1000)
  expect(await left()).toBeNull()
})
