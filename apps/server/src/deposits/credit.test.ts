import { expect, test } from 'vitest'
import type { Chain } from '../chain/chain.ts'
import type { Ledger } from '../ledger/batch.ts'
import { UNIT } from '../testing/chain.ts'
import { depositScene, depositStates } from '../testing/deposit-scene.ts'
import { dollars } from '../testing/wallet.ts'
import { creditFinal } from './credit.ts'
import { scanStep } from './scan.ts'

test('a deposit is pending until it is final, and then credited once', async () => {
  const { wallet, chain, member, address } = await depositScene()
  await chain.pay(address, 25n * UNIT)
  await wallet.follow(chain.chain)
  expect([await depositStates(wallet), await wallet.receivedBy(member)]).toEqual([['seen'], 0n])
  await chain.mine(2)
  await wallet.follow(chain.chain)
  expect(await depositStates(wallet)).toEqual(['seen'])
  await chain.mine()
  await wallet.follow(chain.chain)
  await wallet.follow(chain.chain)
  expect([await depositStates(wallet), await wallet.receivedBy(member)]).toEqual([['credited'], dollars(25)])
  await wallet.verify()
})

test('two transfers in one transaction are two deposits, and fractions add up to dust', async () => {
  const { wallet, chain, member, address } = await depositScene()
  const almost = 10n ** 13n - 1n
  await chain.payTwice(address, 3n * UNIT + almost, 4n * UNIT + almost)
  await chain.pay(address, almost)
  await chain.mine(3)
  await wallet.follow(chain.chain)
  expect(await wallet.receivedBy(member)).toBe(dollars(7))
  const { rows: notices } = await wallet.owner.query(
    `select account_id, state, facts ->> 'amount' as amount from mail_outbox where kind = 'deposit' order by id`,
  )
  // What is less than a unit is nobody's news.
  expect(notices).toEqual(['300000', '400000'].map((amount) => ({ account_id: member, state: 'inbox', amount })))
  const { rows } = await wallet.owner.query(`select balance from system_account where account = 'dust'`)
  expect(rows).toEqual([{ balance: '2' }])
  await wallet.verify()
})

test('a crash between any two steps loses nothing and credits nothing twice', async () => {
  const { wallet, chain, member, address } = await depositScene()
  for (let cut = 1; cut <= 12; cut += 1) {
    await chain.pay(address, UNIT)
    await chain.mine(3)
    // The chain stops answering after so many requests, which cuts the step off there.
    const failing = failAfter(chain.chain, cut)
    await wallet.follow(failing).catch(() => undefined)
    await wallet.follow(chain.chain)
    expect(await wallet.receivedBy(member)).toBe(dollars(cut))
  }
  await wallet.verify()
})

test('two scanners at once record and credit everything once', async () => {
  const { wallet, chain, member, address } = await depositScene()
  for (let round = 1; round <= 5; round += 1) {
    await chain.pay(address, UNIT)
    await chain.mine(3)
    await Promise.all([1, 2, 3].map(() => wallet.follow(chain.chain).catch(() => undefined)))
    await wallet.follow(chain.chain)
    expect(await wallet.receivedBy(member)).toBe(dollars(round))
  }
  await wallet.verify()
})

test('two processes that collect dust at once book each unit once', async () => {
  const { wallet, chain, address } = await depositScene()
  const receive = async () => {
    await chain.pay(address, 10n ** 13n - 1n)
    await chain.pay(address, 10n ** 13n - 1n)
    await chain.mine(3)
  }
  await receive()
  const context = { db: wallet.db, chain: chain.chain }
  while ((await scanStep({ ...context, addresses: await wallet.addresses(chain.chain) })).more);
  // It has counted what there is, and is then overtaken by another, which counts more.
  const ledger: Ledger = {
    ...wallet.ledger,
    async post(operation, order) {
      await receive()
      await wallet.follow(chain.chain)
      return wallet.ledger.post(operation, order)
    },
  }
  await creditFinal({ ...context, ledger })
  const { rows } = await wallet.owner.query(`select balance from system_account where account = 'dust'`)
  expect(rows).toEqual([{ balance: '3' }])
  await wallet.verify()
})

/** A chain that fails after so many answers. */
function failAfter(chain: Chain, answers: number): Chain {
  let left = answers
  return new Proxy(chain, {
    get(target, name: keyof Chain) {
      const value = target[name]
      if (typeof value !== 'function' || ['depositAddress', 'isOurs'].includes(name)) return value
      return (...args: never[]) => {
        left -= 1
        if (left < 0) return Promise.reject(new Error('cut off'))
        return (value as (...given: never[]) => unknown)(...args)
      }
    },
  })
}
