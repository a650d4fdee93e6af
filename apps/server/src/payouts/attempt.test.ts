import { describe, expect, test } from 'vitest'
import { startTestChain, UNIT } from '../testing/chain.ts'
import { openPayouts } from '../testing/payouts.ts'
import { dropped, startRpcProxy } from '../testing/rpc-proxy.ts'
import { look } from './sender.ts'

describe('a payment', () => {
  test('stuck: the same nonce with a higher fee, stored first, and paid once', async () => {
    const chain = await startTestChain()
    const payouts = await openPayouts(chain)
    const { reference, to } = await payouts.ask()
    chain.hold(true)
    const impatient = { ...payouts.context(), pace: { stuckMs: 0, resendMs: 60_000 } }
    for (let looks = 0; looks < 4; looks += 1) await look(impatient)
    const { rows } = await payouts.wallet.owner.query(
      'select nonce, max_fee, priority_fee from sending_attempt order by max_fee',
    )
    expect(rows.length).toBe(3)
    expect(new Set(rows.map(({ nonce }) => nonce)).size).toBe(1)
    for (const [index, { max_fee: fee, priority_fee: tip }] of rows.slice(1).entries()) {
      expect(BigInt(fee) * 8n).toBeGreaterThanOrEqual(BigInt(rows[index].max_fee) * 9n)
      expect(BigInt(tip) * 8n).toBeGreaterThanOrEqual(BigInt(rows[index].priority_fee) * 9n)
    }
    chain.hold(false)
    await payouts.finish()
    expect([await payouts.stateOf(reference), await chain.chain.balanceOf(to)]).toEqual(['paid', 10n * UNIT])
    await payouts.wallet.verify()
  })

  test('reorganised before it is final: it is sent again, and paid once', async () => {
    const chain = await startTestChain()
    const payouts = await openPayouts(chain)
    const { reference, to } = await payouts.ask()
    await look(payouts.context())
    await look(payouts.context())
    expect(await chain.chain.balanceOf(to)).toBe(10n * UNIT)
    await look(payouts.context())
    expect(await payouts.stateOf(reference)).toBe('claimed')
    await chain.reorganise({ depth: 1 })
    expect(await chain.chain.balanceOf(to)).toBe(0n)
    await payouts.finish()
    expect([await payouts.stateOf(reference), await chain.chain.balanceOf(to)]).toEqual(['paid', 10n * UNIT])
    await payouts.wallet.verify()
  })

  test('whose predecessor no node has taken waits: in the pool it would be seen by nobody, and could be mined much later', async () => {
    const chain = await startTestChain()
    const payouts = await openPayouts(chain)
    const [member, other] = payouts.wallet.members as [number, number]
    const asked = [await payouts.ask({ member }), await payouts.ask({ member: other })]
    await look(payouts.context())
    const proxy = await startRpcProxy(chain.url)
    let first: unknown
    proxy.fail('eth_sendRawTransaction', (call) => {
      first ??= call.params[0]
      return call.params[0] === first ? dropped(call) : call.forward()
    })
    const { trouble } = await look(payouts.context(chain.view([proxy.url])))
    expect(trouble).toContain('could not be sent')
    const sent = proxy.calls.filter(({ method }) => method === 'eth_sendRawTransaction')
    expect(new Set(sent.map(({ params }) => params[0])).size).toBe(1)

    await payouts.finish()
    for (const { reference, to } of asked)
      expect([await payouts.stateOf(reference), await chain.chain.balanceOf(to)]).toEqual(['paid', 10n * UNIT])
    await payouts.wallet.verify()
  })
})
