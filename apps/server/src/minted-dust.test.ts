import { chain as chainAccount, dust, impact, type Account } from '@trefoil/core/ledger/account'
import { parseAmount } from '@trefoil/core/money'
import { reserveTrouble } from '@trefoil/core/reserves/reconciliation'
import { expect, test } from 'vitest'
import type { AnyOrder, LedgerOperation } from './ledger/operation.ts'
import { readProvenance } from './ledger/provenance.ts'
import { verifyNews } from './ledger/verify-news.ts'
import { verifyInvariants } from './ledger/verify.ts'
import { reconcileReserves } from './reserves/reconcile.ts'
import { shareTestChain, UNIT } from './testing/chain.ts'
import { openTestWallet } from './testing/wallet.ts'

const shared = await shareTestChain()

type Order = AnyOrder & { target: Account; reference: string }

/** Ten dollars by the ledger's own means, and without any cause. */
const minted: LedgerOperation<Order, object, undefined> = {
  reason: 'deposit',
  touches: ({ target }) => ({ members: 'member' in target ? [target.member] : [] }),
  decide: ({ programme }, { target, reference }) => ({
    plan: {
      journals: [
        {
          source: chainAccount,
          credits: [{ target, amount: parseAmount(10), share: 'whole' }],
          reason: 'deposit',
          reference,
          ruleVersion: programme.version,
        },
      ],
    },
    reply: {},
    note: undefined,
  }),
}

async function scene() {
  const { chain } = shared
  const wallet = await openTestWallet()
  await wallet.follow(chain)
  await shared.pay(await wallet.addressOf(chain, wallet.members[0]!), 5n * UNIT + 7n)
  await shared.mine(3)
  await wallet.follow(chain)
  const compare = async () => {
    const found = await reconcileReserves({ db: wallet.db, chain })
    return reserveTrouble(found!.figures, chain.decimals)
  }
  expect(await compare()).toBeUndefined()
  await wallet.verify()
  return { wallet, compare }
}

test('dust that was minted, and counted as if it had been collected, is a violation and a difference', async () => {
  const { wallet, compare } = await scene()
  await wallet.ledger.post(minted, { target: dust, reference: 'dust/1000000' })
  await wallet.owner.query('update dust_count set booked = booked + 1000000')
  for (const look of [verifyNews, verifyInvariants])
    expect((await look(wallet.db)).filter(({ violations }) => violations > 0).map(({ name }) => name)).toEqual([
      'what is booked as dust has arrived',
    ])
  expect(await compare()).toBe('The chain holds 9.999999999999999993 less than the books explain')
})

test('where money came from goes by its evidence, and not by what a journal says', async () => {
  const { wallet } = await scene()
  const origins = async () => {
    const found = await readProvenance(wallet.db)
    return new Map(found.map(({ origin, journals, amount }) => [origin, { journals, amount }]))
  }
  const before = await origins()
  expect([...before.keys()]).not.toContain('NO EVIDENCE')
  await wallet.ledger.post(minted, { target: impact(wallet.members[0]!), reference: 'deposit/31337/0x1/0' })
  const after = await origins()
  expect(after.get('NO EVIDENCE')).toEqual({ journals: 1, amount: parseAmount(10) })
  expect(after.get('credited deposits')).toEqual(before.get('credited deposits'))
})
