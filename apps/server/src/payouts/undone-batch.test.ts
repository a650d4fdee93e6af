import { parseAmount } from '@trefoil/core/money'
import { expect, test } from 'vitest'
import { shareTestChain } from '../testing/chain.ts'
import { earn } from '../testing/earnings.ts'
import { openPayouts, type Payouts } from '../testing/payouts.ts'
import { cancelWithdrawal } from './decide.ts'
import { withdrawalReleased } from './end.ts'

const chain = await shareTestChain()
const ORDERS_PER_BATCH = 256

test('two cancels of one withdrawal cost their neighbours nothing: one of both counts, in one transaction', async () => {
  const { order, postTogether, ...payouts } = await open()
  const cancel = await order()
  const { outcomes, transactions } = await postTogether([cancel, cancel])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect(transactions).toBe(1)
  expect(await payouts.stateOf(cancel.reference)).toBe('cancelled')
  await payouts.wallet.verify()
})

test('a cancel of what has ended costs its neighbours nothing either', async () => {
  const { order, postTogether, ...payouts } = await open()
  const cancel = await order()
  await payouts.wallet.ledger.post(withdrawalReleased, cancel)
  const { outcomes, transactions } = await postTogether(Array.from({ length: 100 }, () => cancel))
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(100)
  expect(transactions).toBe(1)
  await payouts.wallet.verify()
})

test('a hundred cancels at once: one succeeds, and the others hear that it is too late', async () => {
  const payouts = await open()
  const { reference, member } = await payouts.order()
  const context = { ...payouts.wallet, chain: chain.chain }
  const cancels = await Promise.allSettled(
    Array.from({ length: 100 }, () => cancelWithdrawal(context, member, reference)),
  )
  const refused = cancels.filter((outcome) => outcome.status === 'rejected')
  expect(refused).toHaveLength(99)
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'wrong_state' })
})

test('a batch with an order that cannot be written is halved until it is found', async () => {
  const { postTogether, wallet } = await open()
  const member = wallet.members[2]!
  const { rows } = await wallet.owner.query<{ next: number }>(
    'select available_sequence + 1 as next from member_balance where member_id = $1',
    [member],
  )
  // An entry in the way of the next one: the database refuses it whatever the book says.
  await wallet.owner.query(`insert into entry values (999999999, 1, 1, $1, $2, 'available', 'whole')`, [
    member,
    rows[0]!.next,
  ])
  const before = await rollbacks()
  const { neighbours, transactions } = await postTogether([], { unwritable: member })
  expect(neighbours.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  // 256, 128, … 2: each half without it is written whole.
  expect(transactions).toBe(Math.log2(ORDERS_PER_BATCH))
  await expect.poll(async () => (await rollbacks()) - before).toBe(Math.log2(ORDERS_PER_BATCH) + 1)

  async function rollbacks(): Promise<number> {
    const { rows: found } = await wallet.owner.query(
      'select xact_rollback::int as count from pg_stat_database where datname = current_database()',
    )
    return (found[0] as { count: number }).count
  }
})

type Cancel = Parameters<typeof withdrawalReleased.touches>[0]

/** Payouts, and a batch of exactly so many orders with some neighbours around. */
async function open() {
  const payouts: Payouts = await openPayouts(chain)
  const { ledger, owner, members } = payouts.wallet
  const newest = async () =>
    (await owner.query<{ id: string }>('select coalesce(max(id), 0) as id from journal')).rows[0]!.id

  return {
    ...payouts,
    order: async (): Promise<Cancel> => {
      // So much is held that it would cover every repeat.
      await payouts.ask({ approved: false, whole: 5000 })
      const { reference, member } = await payouts.ask({ approved: false })
      const { rows } = await owner.query<{ id: string; amount: string }>(
        'select id, amount from withdrawal where reference = $1',
        [reference],
      )
      return { id: rows[0]!.id, source: 'available', amount: parseAmount(10), member, reference, becomes: 'cancelled' }
    },
    /** All within one turn of the event loop, so that they leave as one batch. */
    postTogether: async (cancels: Cancel[], { unwritable }: { unwritable?: number } = {}) => {
      const before = await newest()
      const around = ORDERS_PER_BATCH - cancels.length
      const neighbours = Array.from({ length: around }, (_, index) =>
        earn(ledger, index === 77 && unwritable ? unwritable : members[index % 2]!, 1),
      )
      const posted = cancels.map((cancel) => ledger.post(withdrawalReleased, cancel))
      const outcomes = await Promise.allSettled(posted)
      const settled = await Promise.allSettled(neighbours)
      if (!unwritable) await Promise.all(neighbours)
      const { rows } = await owner.query<{ count: number }>(
        'select count(distinct xmin::text)::int as count from journal where id > $1',
        [before],
      )
      return { outcomes, neighbours: settled, transactions: rows[0]!.count }
    },
  }
}
