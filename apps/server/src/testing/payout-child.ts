import { setTimeout as sleep } from 'node:timers/promises'
import type { Address, Hex } from '../chain/chain.ts'
import { openChain } from '../chain/open.ts'
import { httpProvider } from '../chain/rpc.ts'
import { keySigner } from '../chain/signer.ts'
import { openDatabase, openPool } from '../db/database.ts'
import { openLedger } from '../ledger/batch.ts'
import { look } from '../payouts/sender.ts'
import { mortal } from './mortal.ts'
import type { ChildOrders } from './payouts.ts'

const orders = JSON.parse(process.argv[2]!) as ChildOrders
const { kill } = orders
async function die(): Promise<never> {
  process.kill(process.pid, 'SIGKILL')
  return sleep(60_000, undefined as never)
}

const chain = openChain({
  ...(orders.contracts as Record<'token' | 'factory' | 'treasury' | 'vault', Address>),
  id: orders.chainId,
  decimals: 18,
  providers: [httpProvider(orders.rpcUrl, { timeoutMs: 500 })],
  signer: keySigner(orders.signerKey as Hex),
  finality: { depth: orders.finalityDepth },
  rangeMax: 2000,
  maxFeeWei: 100n * 10n ** 9n,
})
const context = {
  db: openDatabase(openPool(orders.databaseUrl, 2)),
  ledger: mortal(openLedger(orders.databaseUrl), kill, die),
  chain: mortal(chain, kill, die),
  pace: { stuckMs: 60_000, resendMs: 300 },
  sweeps: { addressesMax: 100, minUnits: 1n, everyMs: 3_600_000 },
}
for (;;) {
  await look(context).catch(() => undefined)
  await sleep(50)
}
