import { expect, test } from 'vitest'
import type { Chain } from '../chain/chain.ts'
import { cancelWithdrawal } from '../payouts/decide.ts'
import { look } from '../payouts/sender.ts'
import { actIn } from '../members/audit.ts'
import { startTestChain, UNIT } from '../testing/chain.ts'
import { openPayouts, randomAddress, type Payouts } from '../testing/payouts.ts'
import { keepCopy } from '../testing/rewind.ts'
import type { OperatorContext } from './context.ts'
import { approveProposal } from './decide-proposal.ts'
import { proposeSigner } from './propose.ts'

const why = 'Because it is a test'

/** Lets two operators resume the signer in the console. Returns what the second one reads. */
async function resume({ wallet, chain }: Payouts): Promise<string> {
  const { db, ledger } = wallet
  const context = { db, act: actIn(db), ledger, chain: chain.chain } as unknown as OperatorContext
  const { rows } = await wallet.owner.query<{ id: number }>(
    `select id from account where role = 'operator' order by id`,
  )
  const [first, second] = rows.map(({ id }) => ({ operator: id, address: null, agent: null }))
  const order = { address: chain.chain.signer, change: 'resume', why } as const
  const { id, summary } = await proposeSigner(context, first!, order)
  await approveProposal(context, second!, { id, why })
  return summary
}

const tried = (payouts: Payouts, view?: Chain) => look(payouts.context(view)).catch((error: Error) => error.message)

async function expectPaidOnce(payouts: Payouts, { reference, to }: { reference: string; to: `0x${string}` }) {
  expect([await payouts.stateOf(reference), await payouts.chain.chain.balanceOf(to)]).toEqual(['paid', 10n * UNIT])
}

test('after a restore, the vault’s payments are booked once and not returned, and two operators resume the signer', async () => {
  const chain = await startTestChain()
  const payouts = await openPayouts(chain)
  const { wallet } = payouts
  const context = { ...wallet, chain: chain.chain }
  const before = await payouts.ask()
  await payouts.finish()
  const [approved, cancelling, refusing] = [
    await payouts.ask(),
    await payouts.ask({ approved: false }),
    await payouts.ask({ approved: false }),
  ]
  const restore = await keepCopy(wallet.owner)
  for (const { reference } of [cancelling, refusing]) await payouts.approve(reference)
  await payouts.finish()
  await restore()

  const tooLate = { code: 'wrong_state' }
  await expect(cancelWithdrawal(context, cancelling.member, cancelling.reference)).rejects.toMatchObject(tooLate)
  await expect(payouts.refuse(refusing.reference, 'no')).rejects.toMatchObject(tooLate)
  const noted = await wallet.owner.query(
    `select facts ->> 'reference' as reference from mail_outbox where facts ->> 'waits_for' = 'vault_has_paid'
      group by facts ->> 'reference' order by min(id)`,
  )
  expect(noted.rows).toEqual([{ reference: cancelling.reference }, { reference: refusing.reference }])

  // Two blocks at a time, so that the payments are further back than one range.
  const narrow = chain.view([chain.url], { rangeMax: 2 })
  for (let looks = 0; looks < 3; looks += 1) expect(await tried(payouts, narrow)).toContain('we sent')
  for (const asked of [before, approved, cancelling, refusing]) await expectPaidOnce(payouts, asked)
  await wallet.verify()

  expect(await resume(payouts)).toContain('continues at nonce 4, after 3 that only the chain knows')
  const later = await payouts.ask()
  await payouts.finish()
  await expectPaidOnce(payouts, later)
  await wallet.verify()
})

test('restored from between claim and payment: the payment is found, and made once', async () => {
  const chain = await startTestChain()
  const payouts = await openPayouts(chain)
  const asked = await payouts.ask()
  await look(payouts.context())
  expect(await payouts.stateOf(asked.reference)).toBe('claimed')
  const restore = await keepCopy(payouts.wallet.owner)
  // Sent with a higher fee after the backup, so that the backup does not know the mined attempt.
  chain.hold(true)
  const impatient = { ...payouts.context(), pace: { stuckMs: 0, resendMs: 60_000 } }
  for (let looks = 0; looks < 3; looks += 1) await look(impatient)
  chain.hold(false)
  await payouts.finish()
  await restore()

  expect(await tried(payouts)).toContain('not ours')
  expect(await resume(payouts)).toContain('gives up nonce 0')
  await payouts.finish()
  await payouts.finish()
  await expectPaidOnce(payouts, asked)
  await payouts.wallet.verify()
})

test('two operators give up a nonce used by somebody else, and its withdrawal is paid under another', async () => {
  const chain = await startTestChain()
  const payouts = await openPayouts(chain)
  const asked = await payouts.ask()
  await look(payouts.context())
  await useSignerElsewhere(chain.chain)
  await chain.mine(3)
  expect(await tried(payouts)).toContain('not ours')
  expect(await tried(payouts)).toContain('not ours')
  expect(await resume(payouts)).toContain('gives up nonce 0, which other transactions have used')
  await payouts.finish()
  await expectPaidOnce(payouts, asked)

  // What happens after the agreement is not covered by it.
  await useSignerElsewhere(chain.chain)
  await chain.mine(3)
  expect(await tried(payouts)).toContain('we sent')
  expect(await resume(payouts)).toContain('after 1 that only the chain knows')
  const later = await payouts.ask()
  await payouts.finish()
  await expectPaidOnce(payouts, later)
  await payouts.wallet.verify()
})

async function useSignerElsewhere(chain: Chain): Promise<void> {
  const call = { to: randomAddress(), data: '0x' as const }
  const nonce = await chain.nonceAt('latest')
  const { raw } = await chain.sign({ call, nonce, gas: 100_000n, fees: await chain.fees() })
  await chain.broadcast(raw)
}
