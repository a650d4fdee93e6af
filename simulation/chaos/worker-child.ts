import { setTimeout as sleep } from 'node:timers/promises'
import type { Address, Hex } from '../../apps/server/src/chain/chain.ts'
import { openChain } from '../../apps/server/src/chain/open.ts'
import { httpProvider } from '../../apps/server/src/chain/rpc.ts'
import { keySigner } from '../../apps/server/src/chain/signer.ts'
import { look } from '../../apps/server/src/payouts/sender.ts'
import { mortal } from '../../apps/server/src/testing/mortal.ts'
import { patiently, scanWith } from '../actions/work.ts'
import { startServer } from '../world/server.ts'
import type { ChildOrders } from './kill.ts'

/** The workers of one server in a process of their own, which dies at the given point. */
const orders = JSON.parse(process.argv[2] ?? '') as ChildOrders
async function die(): Promise<never> {
  process.kill(process.pid, 'SIGKILL')
  return sleep(60_000, undefined as never)
}

const chain = openChain({
  ...(orders.contracts as Record<'token' | 'factory' | 'treasury' | 'vault', Address>),
  id: orders.chainId,
  decimals: 18,
  providers: [httpProvider(orders.rpcUrl, { timeoutMs: 60_000 })],
  signer: keySigner(orders.signerKey as Hex),
  finality: { depth: orders.finality },
  rangeMax: 2000,
  maxFeeWei: 100n * 10n ** 9n,
})
const server = await startServer(orders.databaseUrl, chain)
const [mortalChain, mortalLedger] = [mortal(chain, orders.kill, die), mortal(server.ledger, orders.kill, die)]
const parts = { chain: mortalChain, ledger: mortalLedger }
console.log('ready')
for (;;) {
  await patiently(async () => String(await scanWith({ ...server, ...parts })))
  await patiently(async () => (await look({ ...server.sending, ...parts })).trouble)
  await sleep(10)
}
