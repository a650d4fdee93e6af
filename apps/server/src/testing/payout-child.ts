import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase, openPool } from '../db/database.ts'
import { openLedger } from '../ledger/batch.ts'
import { look } from '../payouts/sender.ts'
import { readOrders } from './mortal-child.ts'

const { databaseUrl, chain, doomed } = readOrders({ timeoutMs: 500 })
const context = {
  db: openDatabase(openPool(databaseUrl, 2)),
  ledger: doomed(openLedger(databaseUrl)),
  chain: doomed(chain),
  pace: { stuckMs: 60_000, resendMs: 300 },
  sweeps: { addressesMax: 100, minUnits: 1n, everyMs: 3_600_000 },
}
for (;;) {
  await look(context).catch(() => undefined)
  await sleep(50)
}
