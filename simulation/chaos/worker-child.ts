import { setTimeout as sleep } from 'node:timers/promises'
import { look } from '../../apps/server/src/payouts/sender.ts'
import { readOrders } from '../../apps/server/src/testing/mortal-child.ts'
import { patiently, scanWith } from '../actions/work.ts'
import { startServer } from '../world/server.ts'

/** The workers of one server in a process of their own, which dies at the given point. */
const { databaseUrl, chain, doomed } = readOrders({ timeoutMs: 60_000 })
const server = await startServer(databaseUrl, chain)
const parts = { chain: doomed(chain), ledger: doomed(server.ledger) }
console.log('ready')
for (;;) {
  await patiently(async () => String(await scanWith({ ...server, ...parts })))
  await patiently(async () => (await look({ ...server.sending, ...parts })).trouble)
  await sleep(10)
}
