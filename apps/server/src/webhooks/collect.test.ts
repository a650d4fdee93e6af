import { expect, test } from 'vitest'
import { depositArrives } from '../testing/arrivals.ts'
import { openReceiver } from '../testing/webhook-receiver.ts'
import { openHooks } from '../testing/webhooks.ts'
import { collectEvents, collectStep } from './collect.ts'

test('each journal is looked at once, in steps, also by two processes at a time', async () => {
  const hooks = await openHooks()
  const { id } = await hooks.endpoint(await openReceiver())
  for (let count = 0; count < 10; count += 1) await depositArrives(hooks.ledger, hooks.members[0]!, 1)
  while ((await Promise.all([collectStep(hooks.db, id, 3), collectStep(hooks.db, id, 3)])).includes(true));
  await collectEvents(hooks.db)
  const { rows } = await hooks.owner.query(
    `select count(*)::int as rows, count(distinct journal_id)::int as journals from webhook_delivery`,
  )
  expect(rows).toEqual([{ rows: 10, journals: 10 }])
})

test('a step that fails has written nothing, and is repeated', async () => {
  const hooks = await openHooks()
  const { id } = await hooks.endpoint(await openReceiver())
  await depositArrives(hooks.ledger, hooks.members[0]!, 1)
  // The deliveries are written, the progress is not, as if the process died just then.
  await hooks.owner.query(`alter table webhook_endpoint add constraint cut_off check (journal_id = -1) not valid`)
  await expect(collectStep(hooks.db, id)).rejects.toThrow('cut_off')
  await hooks.owner.query('alter table webhook_endpoint drop constraint cut_off')
  expect(await hooks.deliveries()).toEqual([])
  await collectStep(hooks.db, id)
  expect(await hooks.deliveries()).toHaveLength(1)
})

test('an endpoint that is disabled is passed over, and one that wants other events gets none', async () => {
  const hooks = await openHooks()
  const receiver = await openReceiver()
  const { id } = await hooks.endpoint(receiver)
  await hooks.endpoint({ ...receiver, types: ['donation.made'] })
  await hooks.owner.query(`update webhook_endpoint set state = 'disabled', disabled_why = 'operator' where id = $1`, [
    id,
  ])
  await depositArrives(hooks.ledger, hooks.members[0]!, 1)
  await collectEvents(hooks.db)
  expect(await hooks.deliveries()).toEqual([])
  await hooks.owner.query(`update webhook_endpoint set state = 'enabled', disabled_why = null where id = $1`, [id])
  await collectEvents(hooks.db)
  expect(await hooks.deliveries()).toHaveLength(1)
})

test('while ten thousand wait, the rest stays in the books, and is found later', async () => {
  const hooks = await openHooks()
  const { id } = await hooks.endpoint(await openReceiver())
  await hooks.owner.query(
    `insert into webhook_delivery (endpoint_id, journal_id, type) select $1, -n, 'webhook.test' from generate_series(1, 10001) n`,
    [id],
  )
  await depositArrives(hooks.ledger, hooks.members[0]!, 1)
  await collectEvents(hooks.db)
  expect(await hooks.deliveries()).toHaveLength(10_001)
  await hooks.owner.query('delete from webhook_delivery where journal_id < 0')
  await collectEvents(hooks.db)
  expect(await hooks.deliveries()).toHaveLength(1)
})
