import { setTimeout as sleep } from 'node:timers/promises'
import type { Chain, Hex } from '../chain/chain.ts'
import { openChain, type Contracts } from '../chain/open.ts'
import { httpProvider } from '../chain/rpc.ts'
import { keySigner } from '../chain/signer.ts'
import type { TestChain } from './make-chain.ts'
import { mortal, type KillPoint } from './mortal.ts'

/** What a worker in a process of its own, which dies at the given point, gets as its argument. */
type ChildOrders = {
  databaseUrl: string
  rpcUrl: string
  signerKey: Hex
  contracts: Contracts
  chainId: number
  finalityDepth: number
  kill: KillPoint
}

export function writeOrders(
  { facts, signerKey }: TestChain,
  given: Pick<ChildOrders, 'databaseUrl' | 'rpcUrl' | 'kill'>,
): string {
  const { id, token, factory, treasury, vault, attestations = null, finality } = facts
  const orders: ChildOrders = {
    ...given,
    signerKey,
    contracts: { token, factory, treasury, vault, attestations },
    chainId: id,
    finalityDepth: finality === 'tag' ? 0 : finality.depth,
  }
  return JSON.stringify(orders)
}

/** In the child. */
export function readOrders({ timeoutMs }: { timeoutMs: number }) {
  const orders = JSON.parse(process.argv[2] ?? '') as ChildOrders
  const chain: Chain = openChain({
    ...orders.contracts,
    id: orders.chainId,
    decimals: 18,
    providers: [httpProvider(orders.rpcUrl, { timeoutMs })],
    signer: keySigner(orders.signerKey),
    finality: { depth: orders.finalityDepth },
    rangeMax: 2000,
    maxFeeWei: 100n * 10n ** 9n,
  })
  return {
    databaseUrl: orders.databaseUrl,
    chain,
    /** The whole process dies with the part. */
    doomed: <Part extends object>(part: Part): Part => mortal(part, orders.kill, die),
  }
}

async function die(): Promise<never> {
  process.kill(process.pid, 'SIGKILL')
  return sleep(60_000, undefined as never)
}
