import { startTestChain } from './chain.ts'
import { openPayouts } from './payouts.ts'
import { keepCopy } from './rewind.ts'

/** The database has forgotten that it paid $10 to a member, whose balance still has them. */
export async function forgetPayment() {
  const chain = await startTestChain()
  const payouts = await openPayouts(chain)
  const { wallet } = payouts
  const [member] = wallet.members as [number]
  await wallet.earn(member, 10)
  const restore = await keepCopy(wallet.owner)
  await payouts.ask({ member, earned: false })
  await payouts.finish()
  await restore()
  return { chain, payouts, wallet, member }
}
