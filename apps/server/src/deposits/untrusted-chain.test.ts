import { describe, expect, test } from 'vitest'
import { UNIT } from '../testing/chain.ts'
import { depositContext, depositScene } from '../testing/deposit-scene.ts'
import { changed, dropped, rangeLimited, startRpcProxy, stoppedAt } from '../testing/rpc-proxy.ts'
import { dollars } from '../testing/wallet.ts'
import { scanStep } from './scan.ts'

describe('a chain that cannot be trusted', () => {
  test('behind by more than a range: reads ranges, smaller if a provider wants, and skips nothing', async () => {
    const { wallet, chain, member, address } = await depositScene()
    const proxy = await startRpcProxy(chain.url)
    proxy.fail('eth_getLogs', rangeLimited(7n))
    for (let sent = 0; sent < 5; sent += 1) {
      await chain.pay(address, UNIT)
      await chain.mine(15)
    }
    await wallet.follow(chain.view([proxy.url], { rangeMax: 40 }))
    expect(await wallet.receivedBy(member)).toBe(dollars(5))
    await wallet.verify()
  })

  test('down, then back: it waits, and skips nothing', async () => {
    const { wallet, chain, member, address } = await depositScene()
    const proxy = await startRpcProxy(chain.url)
    const view = chain.view([proxy.url])
    proxy.fail('*', dropped)
    await chain.pay(address, UNIT)
    await chain.mine(3)
    await expect(scanStep(await depositContext(wallet, view))).rejects.toMatchObject({ kind: 'unreachable' })
    proxy.heal()
    await wallet.follow(view)
    expect(await wallet.receivedBy(member)).toBe(dollars(1))
  })

  test('two providers, one of which hides or invents a transfer: nothing moves until they agree', async () => {
    const { wallet, chain, member, address } = await depositScene()
    const [honest, liar] = [await startRpcProxy(chain.url), await startRpcProxy(chain.url)]
    const view = chain.view([honest.url, liar.url])
    await chain.pay(address, UNIT)
    await chain.mine(3)
    liar.fail(
      'eth_getLogs',
      changed(() => []),
    )
    await expect(wallet.follow(view)).rejects.toMatchObject({ kind: 'disagreement' })
    liar.heal()
    liar.fail(
      'eth_getLogs',
      changed((logs: Record<string, string>[]) =>
        logs.map((log) => ({ ...log, data: `0x${(10n ** 24n).toString(16).padStart(64, '0')}` })),
      ),
    )
    await expect(wallet.follow(view)).rejects.toMatchObject({ kind: 'disagreement' })
    expect(await wallet.receivedBy(member)).toBe(0n)
    liar.heal()
    await wallet.follow(view)
    expect(await wallet.receivedBy(member)).toBe(dollars(1))
  })

  test('a provider that fell behind: the scanner waits for it, and catches up', async () => {
    const { wallet, chain, member, address } = await depositScene()
    const [honest, slow] = [await startRpcProxy(chain.url), await startRpcProxy(chain.url)]
    const view = chain.view([honest.url, slow.url])
    slow.fail('*', stoppedAt(BigInt(chain.height())))
    await chain.pay(address, UNIT)
    await chain.mine(3)
    await wallet.follow(view).catch(() => undefined)
    expect(await wallet.receivedBy(member)).toBe(0n)
    slow.heal()
    await wallet.follow(view)
    expect(await wallet.receivedBy(member)).toBe(dollars(1))
  })

  test('one silent, another behind what was final: they are behind, and no final block was replaced', async () => {
    const { wallet, chain, member, address } = await depositScene()
    const [honest, slow, silent] = [
      await startRpcProxy(chain.url),
      await startRpcProxy(chain.url),
      await startRpcProxy(chain.url),
    ]
    const view = chain.view([honest.url, slow.url, silent.url])
    slow.fail('*', stoppedAt(BigInt(chain.height())))
    await chain.pay(address, UNIT)
    await chain.mine(8)
    await wallet.follow(view)
    silent.fail('*', dropped)
    await expect(wallet.follow(view)).rejects.toMatchObject({ kind: 'behind' })
    slow.heal()
    await wallet.follow(view)
    expect(await wallet.receivedBy(member)).toBe(dollars(1))
  })
})
