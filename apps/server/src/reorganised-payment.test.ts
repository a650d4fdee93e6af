import { expect, test } from 'vitest'
import { proposeRecovery } from './operator/propose-recovery.ts'
import { startTestChain, UNIT } from './testing/chain.ts'
import { openPayouts } from './testing/payouts.ts'
import { twoOperators, why } from './testing/two-operators.ts'
import { beginRecovery } from './payouts/recovery.ts'
import { look } from './payouts/sender.ts'

test('a payment that was seen when a recovery began, and reorganised away, does not keep it from ending', async () => {
  const chain = await startTestChain()
  const payouts = await openPayouts(chain)
  const { wallet } = payouts
  const asked = await payouts.ask()
  for (let looks = 0; looks < 2; looks += 1) await look(payouts.context())
  expect(await chain.chain.balanceOf(asked.to)).toBe(10n * UNIT)
  const waitsFor = async () => (await wallet.owner.query('select state, waits_for from withdrawal')).rows
  await beginRecovery(wallet.db, 'By hand')
  await look(payouts.context())
  expect(await waitsFor()).toEqual([{ state: 'claimed', waits_for: 'vault_has_paid' }])

  await chain.reorganise({ depth: 1 })
  await chain.mine(3)
  await wallet.follow(chain.chain)
  await look(payouts.context())
  expect(await waitsFor()).toEqual([{ state: 'claimed', waits_for: null }])
  const { agree } = await twoOperators(payouts)
  await agree((context, first) => proposeRecovery(context, first, { why }))
  await payouts.finish()
  expect([await payouts.stateOf(asked.reference), await chain.chain.balanceOf(asked.to)]).toEqual(['paid', 10n * UNIT])
  await wallet.verify()
})
