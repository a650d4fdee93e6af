import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Address, Chain, Hex } from '../chain/chain.ts'
import { reportWorkerStatus } from '../db/worker-status.ts'
import { indexOf, startTestChain, UNIT, type TestChain } from '../testing/chain.ts'
import { changed, dropped, rangeLimited, startRpcProxy, stoppedAt } from '../testing/rpc-proxy.ts'
import { keepCopy } from '../testing/rewind.ts'
import { dollars, openTestWallet, type TestWallet } from '../testing/wallet.ts'
import { currentAddress } from './addresses.ts'
import { readTimeline, wasAway } from './pre-issue-addresses.ts'
import { scanStep } from './scan.ts'
import { startScanner } from './scanner.ts'

const isLong = process.env['TREFOIL_LONG'] !== undefined

type Scene = { wallet: TestWallet; chain: TestChain; member: number; address: Address }

/** A member with an address, on a chain that has been read to its head. */
async function scene(options: { finalityDepth?: number } = {}): Promise<Scene> {
  const [wallet, chain] = await Promise.all([openTestWallet(), startTestChain(options)])
  await wallet.follow(chain.chain)
  const member = wallet.members[0]!
  return { wallet, chain, member, address: await wallet.addressOf(chain.chain, member) }
}

const contextOf = async (wallet: TestWallet, chain: Chain) => ({
  db: wallet.db,
  chain,
  addresses: await wallet.addresses(chain),
})

const statesOf = async ({ owner }: TestWallet) =>
  (await owner.query<{ state: string }>('select state from deposit where block_number > 0 order by id')).rows.map(
    ({ state }) => state,
  )

const unmatchedOf = async ({ owner }: TestWallet) =>
  (await owner.query<{ kind: string }>('select kind from unmatched_transfer order by id')).rows.map(({ kind }) => kind)

describe('an address', () => {
  test('is the same while it is valid and for concurrent requests, and belongs to one member', async () => {
    const { wallet, chain, member, address } = await scene()
    const other = wallet.members[1]!
    const asked = await Promise.all(Array.from({ length: 10 }, () => wallet.addressOf(chain.chain, other)))
    expect(new Set(asked).size).toBe(1)
    expect(asked[0]).not.toBe(address)
    const again = await currentAddress(await contextOf(wallet, chain.chain), member)
    expect(again).toMatchObject({ wallet_address: address, expires_in: '59 minutes' })
    expect(chain.chain.depositAddress(again.parameters.index as Hex)).toBe(address)
  })

  test('that never received anything is renewed; one that did is followed by another', async () => {
    const { wallet, chain, member, address } = await scene()
    const expire = () => wallet.owner.query(`update deposit_address set expires_at = now() - interval '1 minute'`)
    await expire()
    expect(await currentAddress(await contextOf(wallet, chain.chain), member)).toMatchObject({
      wallet_address: address,
      expires_in: '59 minutes',
    })
    await chain.pay(address, UNIT)
    await wallet.follow(chain.chain)
    expect(await wallet.addressOf(chain.chain, member)).toBe(address)
    await expire()
    const next = await wallet.addressOf(chain.chain, member)
    expect(next).not.toBe(address)
    await expire()
    expect(await wallet.addressOf(chain.chain, member)).toBe(next)
  })
})

describe('late payments arrive', () => {
  test.each([
    ['before', '1 minute'],
    ['at', '0 minutes'],
    ['30 days after', '-30 days'],
  ])('%s expiry', async (_, left) => {
    const { wallet, chain, member, address } = await scene()
    await wallet.owner.query(`update deposit_address set expires_at = now() + $1::interval`, [left])
    await chain.pay(address, 7n * UNIT)
    await chain.mine(3)
    await wallet.follow(chain.chain)
    expect(await wallet.receivedBy(member)).toBe(dollars(7))
    await wallet.verify()
  })
})

test('a deposit is pending until it is final, and then credited once', async () => {
  const { wallet, chain, member, address } = await scene()
  await chain.pay(address, 25n * UNIT)
  await wallet.follow(chain.chain)
  expect([await statesOf(wallet), await wallet.receivedBy(member)]).toEqual([['seen'], 0n])
  await chain.mine(2)
  await wallet.follow(chain.chain)
  expect(await statesOf(wallet)).toEqual(['seen'])
  await chain.mine()
  await wallet.follow(chain.chain)
  await wallet.follow(chain.chain)
  expect([await statesOf(wallet), await wallet.receivedBy(member)]).toEqual([['credited'], dollars(25)])
  await wallet.verify()
})

test('two transfers in one transaction are two deposits, and fractions add up to dust', async () => {
  const { wallet, chain, member, address } = await scene()
  const almost = 10n ** 13n - 1n
  await chain.payTwice(address, 3n * UNIT + almost, 4n * UNIT + almost)
  await chain.pay(address, almost)
  await chain.mine(3)
  await wallet.follow(chain.chain)
  expect(await wallet.receivedBy(member)).toBe(dollars(7))
  const { rows } = await wallet.owner.query(`select balance from system_account where account = 'dust'`)
  expect(rows).toEqual([{ balance: '2' }])
  await wallet.verify()
})

describe('only real money counts', () => {
  test.each<[string, string[], (scene: Scene) => Promise<unknown>]>([
    [
      'another token',
      ['other_token'],
      async ({ chain, address }) => chain.pay(address, 5n * UNIT, { token: await chain.deployToken('another') }),
    ],
    [
      'a token that takes a fee',
      ['other_token', 'other_token'],
      async ({ chain, address }) =>
        chain.pay(address, 5n * UNIT, { token: await chain.deployToken('fee on transfer') }),
    ],
    [
      'a log of a transfer that never happened',
      ['other_token'],
      async ({ chain, address }) => chain.pretend(await chain.deployToken('lying'), address, 5n * UNIT),
    ],
    ['nothing', ['zero'], ({ chain, address }) => chain.pay(address, 0n)],
    ['the native coin', ['native'], ({ chain, address }) => chain.payCoin(address, UNIT)],
    ['a transfer that was reverted', [], ({ chain, address }) => chain.payReverted(address, UNIT)],
    [
      'to an address that was never issued',
      [],
      ({ chain, member }) => chain.pay(chain.chain.depositAddress(indexOf(member * 65_536)), UNIT),
    ],
    ['straight to the vault', ['to_contract'], ({ chain }) => chain.pay(chain.chain.vault, UNIT)],
  ])('%s is not credited', async (_, unmatched, happen) => {
    const it = await scene()
    await happen(it)
    await it.chain.mine(3)
    await it.wallet.follow(it.chain.chain)
    expect(await it.wallet.receivedBy(it.member)).toBe(0n)
    expect(await statesOf(it.wallet)).toEqual([])
    expect((await unmatchedOf(it.wallet)).filter((kind) => unmatched.includes(kind)).length).toBeGreaterThanOrEqual(
      Math.min(1, unmatched.length),
    )
    await it.wallet.verify()
  })
})

test('unmatched transfers are recorded even after a long outage, and never delay a deposit', async () => {
  const { wallet, chain, member, address } = await scene()
  await chain.pay(address, 5n * UNIT, { token: await chain.deployToken('another') })
  await chain.payCoin(address, UNIT)
  await chain.pay(address, 3n * UNIT)
  await chain.mine(100)
  const proxy = await startRpcProxy(chain.url)
  // Whole blocks cannot be read; everything else can.
  proxy.fail('eth_getBlockByHash', async (call) => (call.params[1] === true ? dropped(call) : call.forward()))
  const view = chain.view([proxy.url])
  await expect(wallet.follow(view)).rejects.toMatchObject({ kind: 'unreachable' })
  const noted = async () => (await unmatchedOf(wallet)).filter((kind) => kind === 'other_token' || kind === 'native')
  expect([await wallet.receivedBy(member), await noted()]).toEqual([dollars(3), []])
  proxy.heal()
  await wallet.follow(view)
  expect(await noted()).toEqual(['other_token', 'native'])
  await wallet.verify()
})

describe('reorganisations', () => {
  /** Finality is deeper than the reorganisation, so nothing final changes. */
  const deep = async (depth: number) => {
    const it = await scene({ finalityDepth: depth + 5 })
    const first = await it.chain.pay(it.address, 11n * UNIT)
    await it.chain.mine(depth - 1)
    await it.wallet.follow(it.chain.chain)
    expect(await statesOf(it.wallet)).toEqual(['seen'])
    const finish = async () => {
      await it.chain.mine(depth + 6)
      await it.wallet.follow(it.chain.chain)
      await it.wallet.verify()
    }
    return { ...it, first, finish }
  }

  test.each(isLong ? [1, 2, 3, 5, 17, 64, 150, 300] : [1, 17, 300])(
    'of depth %i: a surviving deposit is credited once, in its new block',
    async (depth) => {
      const { chain, wallet, member, finish } = await deep(depth)
      await chain.reorganise({ depth, include: 'all', after: Math.min(2, depth) })
      await wallet.follow(chain.chain)
      expect(await wallet.receivedBy(member)).toBe(0n)
      await finish()
      expect([await statesOf(wallet), await wallet.receivedBy(member)]).toEqual([['credited'], dollars(11)])
      const { rows } = await wallet.owner.query(`select from activity where type = 'Deposit'`)
      expect(rows).toEqual([])
    },
  )

  test.each(isLong ? [1, 2, 17, 64, 150, 300] : [1, 17])(
    'of depth %i: a lost deposit disappears, with a note',
    async (depth) => {
      const { chain, wallet, member, finish } = await deep(depth)
      await chain.reorganise({ depth, include: 'none' })
      await finish()
      expect([await statesOf(wallet), await wallet.receivedBy(member)]).toEqual([[], 0n])
      const { rows } = await wallet.owner.query(`select account_id, description from activity where type = 'Deposit'`)
      expect(rows).toEqual([{ account_id: member, description: expect.stringContaining('$11.00000') as string }])
    },
  )

  test('a deposit that returns long after it was dropped is credited then', async () => {
    const { chain, wallet, member, first, finish } = await deep(3)
    await chain.reorganise({ depth: 3, include: [first], after: 3 })
    await wallet.follow(chain.chain)
    await finish()
    expect(await wallet.receivedBy(member)).toBe(dollars(11))
  })

  test('of final blocks stop everything, and credit nothing twice', async () => {
    const { chain, wallet, member, address } = await scene()
    await chain.pay(address, 5n * UNIT)
    await chain.mine(4)
    await wallet.follow(chain.chain)
    await chain.reorganise({ depth: 8, include: 'all' })
    await expect(wallet.follow(chain.chain)).rejects.toThrow('was final')
    expect(await wallet.receivedBy(member)).toBe(dollars(5))
  })
})

test('a crash between any two steps loses nothing and credits nothing twice', async () => {
  const { wallet, chain, member, address } = await scene()
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
  const { wallet, chain, member, address } = await scene()
  for (let round = 1; round <= 5; round += 1) {
    await chain.pay(address, UNIT)
    await chain.mine(3)
    await Promise.all([1, 2, 3].map(() => wallet.follow(chain.chain).catch(() => undefined)))
    await wallet.follow(chain.chain)
    expect(await wallet.receivedBy(member)).toBe(dollars(round))
  }
  await wallet.verify()
})

describe('a chain that cannot be trusted', () => {
  test('behind by more than a range: reads ranges, smaller if a provider wants, and skips nothing', async () => {
    const { wallet, chain, member, address } = await scene()
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
    const { wallet, chain, member, address } = await scene()
    const proxy = await startRpcProxy(chain.url)
    const view = chain.view([proxy.url])
    proxy.fail('*', dropped)
    await chain.pay(address, UNIT)
    await chain.mine(3)
    await expect(scanStep(await contextOf(wallet, view))).rejects.toMatchObject({ kind: 'unreachable' })
    proxy.heal()
    await wallet.follow(view)
    expect(await wallet.receivedBy(member)).toBe(dollars(1))
  })

  test('two providers, one of which hides or invents a transfer: nothing moves until they agree', async () => {
    const { wallet, chain, member, address } = await scene()
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
    const { wallet, chain, member, address } = await scene()
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
    const { wallet, chain, member, address } = await scene()
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

test('after a restore, deposits to addresses issued since the backup are credited', async () => {
  const { wallet, chain, member, address } = await scene()
  const fresh = wallet.members[1]!
  const expire = () => wallet.owner.query(`update deposit_address set expires_at = now() - interval '1 minute'`)
  const restore = await keepCopy(wallet.owner)
  const paid: Address[] = []
  const timeline = await readTimeline(wallet.db)
  for (let round = 0; round < 3; round += 1) {
    await reportWorkerStatus(wallet.db, 'scanner', { figures: { timeline } })
    for (const one of [member, fresh]) {
      const issued = await wallet.addressOf(chain.chain, one)
      await chain.pay(issued, 5n * UNIT)
      paid.push(issued)
    }
    await wallet.follow(chain.chain)
    await expire()
  }
  expect([new Set(paid).size, paid[0], await wasAway(wallet.db, timeline)]).toEqual([6, address, false])
  await chain.mine(3)
  await restore()

  const scanner = await scanning(wallet, chain.chain)
  const received = () => Promise.all([member, fresh].map((one) => wallet.receivedBy(one)))
  await expect.poll(received, { timeout: 30_000 }).toEqual([dollars(15), dollars(15)])
  await scanner.stop()
  expect(await received()).toEqual([dollars(15), dollars(15)])
  // A used address is never issued again.
  await expire()
  for (const one of [member, fresh]) expect(paid).not.toContain(await wallet.addressOf(chain.chain, one))
  await wallet.verify()
})

test('after a standby took over, a deposit to a first address that it never heard of is credited', async () => {
  const { wallet, chain } = await scene()
  const fresh = wallet.members[1]!
  const timeline = await readTimeline(wallet.db)
  expect(timeline).toBeGreaterThan(0)
  const lost = await wallet.addressOf(chain.chain, fresh)
  await wallet.owner.query('delete from deposit_address where address = $1', [lost])
  // The last report that reached the standby.
  await reportWorkerStatus(wallet.db, 'scanner', { figures: { timeline: timeline - 1 } })
  await chain.pay(lost, 5n * UNIT)
  await chain.mine(3)
  const scanner = await scanning(wallet, chain.chain)
  await expect.poll(() => wallet.receivedBy(fresh), { timeout: 10_000 }).toBe(dollars(5))
  await scanner.stop()
  expect(await wasAway(wallet.db, timeline)).toBe(false)
})

async function scanning(wallet: TestWallet, chain: Chain) {
  const { ledger, databaseUrl } = wallet
  const context = await contextOf(wallet, chain)
  const scanner = startScanner({ ...context, ledger, databaseUrl, log: pino({ level: 'silent' }) })
  onTestFinished(() => scanner.stop())
  return scanner
}
