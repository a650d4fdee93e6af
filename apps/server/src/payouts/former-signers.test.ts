import { vault as vaultContract } from '@trefoil/contracts/artifacts/vault'
import { keccak256 } from 'ox/Hash'
import { fromString } from 'ox/Hex'
import { expect, test } from 'vitest'
import { callData } from '../chain/call-data.ts'
import { keySigner } from '../chain/signer.ts'
import { startTestChain, UNIT, type TestChain } from '../testing/chain.ts'
import { mortal, type KillPoint } from '../testing/mortal.ts'
import { openPayouts, type Payouts } from '../testing/payouts.ts'
import { look } from './sender.ts'

const NEW_KEY = keccak256(fromString('the key that came after'))

/** Stops the old signer's worker at this point. */
async function leaveOffAt(payouts: Payouts, kill: KillPoint): Promise<void> {
  const whole = payouts.context()
  const cut = { ...whole, chain: mortal(whole.chain, kill, () => Promise.reject(new Error('cut off'))) }
  for (let looks = 0; looks < 5; looks += 1) {
    const end = await look(cut).catch((error: Error) => error.message)
    if (end === 'cut off') return
  }
  throw new Error('The kill point was never reached')
}

/** What the vault's owner does on the chain, and the administrator in the settings. */
async function replaceSigner(chain: TestChain) {
  const signer = keySigner(NEW_KEY)
  const data = callData(vaultContract.abi, 'setSigner', [signer.address])
  await chain.owner.send({ to: chain.chain.vault, data })
  await chain.payCoin(signer.address, UNIT)
  return chain.view([chain.url], { signer })
}

const agree = ({ wallet }: Payouts) => wallet.owner.query('update signer set stopped = null, stopped_at = null')

test.each<[string, KillPoint]>([
  ['was claimed and never sent', { call: 'broadcast', when: 'before', count: 1 }],
  ['was paid and never booked', { call: 'broadcast', when: 'after', count: 1 }],
])('a new signer waits for two operators; an old payment that %s is made once', async (_, kill) => {
  const chain = await startTestChain()
  const payouts = await openPayouts(chain)
  const asked = await payouts.ask()
  await leaveOffAt(payouts, kill)
  const view = await replaceSigner(chain)
  const later = await payouts.ask()
  await chain.mine(3)

  await expect(look(payouts.context(view))).rejects.toThrow('two operators have to let it send')
  await expect(look(payouts.context(view))).rejects.toThrow('two operators have to let it send')
  expect(await payouts.stateOf(later.reference)).toBe('approved')

  await agree(payouts)
  await payouts.finish(view)
  for (const { reference, to } of [asked, later]) {
    expect(await payouts.stateOf(reference)).toBe('paid')
    expect(await chain.chain.balanceOf(to)).toBe(10n * UNIT)
  }
  await payouts.wallet.verify()
})

test('while the vault still accepts the old signer, none of its sendings is given up', async () => {
  const chain = await startTestChain()
  const payouts = await openPayouts(chain)
  const asked = await payouts.ask()
  await leaveOffAt(payouts, { call: 'broadcast', when: 'before', count: 1 })
  await look(payouts.context(chain.view([chain.url], { signer: keySigner(NEW_KEY) }))).catch(() => undefined)
  await agree(payouts)
  await payouts.finish()
  expect([await payouts.stateOf(asked.reference), await chain.chain.balanceOf(asked.to)]).toEqual(['paid', 10n * UNIT])
  const { rows } = await payouts.wallet.owner.query('select state from sending')
  expect(rows).toEqual([{ state: 'done' }])
})
