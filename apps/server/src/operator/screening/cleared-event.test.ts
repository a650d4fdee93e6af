import { expect, test } from 'vitest'
import { freeDeposit } from '../../deposits/screen-deposits.ts'
import { depositArrives } from '../../testing/arrivals.ts'
import { openReceiver } from '../../testing/webhook-receiver.ts'
import { openHooks } from '../../testing/webhooks.ts'

const TYPES = ['deposit.credited', 'deposit.cleared']

/** Deposits of $10, on hold until they are cleared. */
async function openOnHold() {
  const hooks = await openHooks()
  const receiver = await openReceiver()
  const [member = 0] = hooks.members
  return {
    hooks,
    receiver,
    events: () => receiver.received.map(({ body }) => JSON.parse(body)),
    ids: () => receiver.received.map(({ headers }) => headers['webhook-id']),
    arrive: async (): Promise<string> => {
      await depositArrives(hooks.ledger, member, 10)
      const { rows } = await hooks.owner.query<{ id: string }>(
        `with held as (update member_balance set on_hold = on_hold + 1000000 where member_id = $1)
         update deposit set screening = 'waiting' where id = (select max(id) from deposit) returning id`,
        [member],
      )
      return rows[0]!.id
    },
    clear: (id: string) => hooks.db.transaction().execute((tx) => freeDeposit(tx, { id, from: 'waiting' })),
  }
}

test('a deposit that is credited says whether it is on hold, and a later event that it is cleared', async () => {
  const { hooks, receiver, events, ids, arrive, clear } = await openOnHold()
  await hooks.endpoint({ ...receiver, types: TYPES })
  await depositArrives(hooks.ledger, hooks.members[0]!, 5)
  const id = await arrive()
  await hooks.deliver()
  const credited = (dollars: number) => events().find(({ data }) => data.amount === dollars)
  expect(credited(5)).toMatchObject({ type: 'deposit.credited', data: { on_hold: false } })
  expect(credited(10)).toMatchObject({ type: 'deposit.credited', data: { on_hold: true } })
  await clear(id)
  await hooks.deliver()
  expect(events()).toHaveLength(3)
  const cleared = events()[2]
  expect(cleared).toMatchObject({ type: 'deposit.cleared', data: { ...credited(10).data, on_hold: false } })
  expect(Date.parse(cleared.timestamp)).toBeGreaterThan(Date.parse(credited(10).timestamp))
  // Sent again, the first still says what was so when it happened.
  await hooks.owner.query(`update webhook_delivery set state = 'waiting', next_at = now(), ended_at = null`)
  await hooks.deliver()
  expect(new Set(ids()).size).toBe(3)
  expect(events().slice(3)).toEqual(expect.arrayContaining(events().slice(0, 3)))
})

test('what is cleared at once, also while an endpoint is disabled, is told once each', async () => {
  const { hooks, receiver, events, arrive, clear } = await openOnHold()
  const { id: endpoint } = await hooks.endpoint({ ...receiver, types: ['deposit.cleared'] })
  const deposits = [await arrive(), await arrive(), await arrive(), await arrive()]
  await hooks.owner.query(`update webhook_endpoint set state = 'disabled', disabled_why = 'operator'`)
  await Promise.all(deposits.map(clear))
  await hooks.deliver()
  expect(events()).toEqual([])
  await hooks.owner.query(`update webhook_endpoint set state = 'enabled', disabled_why = null where id = $1`, [
    endpoint,
  ])
  await hooks.deliver()
  await hooks.deliver()
  const { rows } = await hooks.owner.query<{ reference: string }>('select reference from deposit where clearing > 0')
  const told: string[] = events().map(({ data }) => data.reference)
  expect(told.toSorted()).toEqual(rows.map((row) => row.reference).toSorted())
  expect(rows).toHaveLength(4)
})
