import { vault as vaultContract } from '@trefoil/contracts/artifacts/vault'
import * as AbiEvent from 'ox/AbiEvent'
import type { Address, Hash, LoggedTransfer } from './chain.ts'
import { word } from './contract-reads.ts'
import { count, hash, list, loggedAddress, malformed, paddedAddress, record } from './values.ts'

export const PAID = AbiEvent.getSelector(AbiEvent.fromAbi(vaultContract.abi, 'Paid'))

export type Paid = { id: Hash; to: Address; amount: bigint }

export function readPaid(log: unknown): Paid {
  const raw = record(log)
  if (raw['removed'] === true) throw malformed('a current log', 'a removed one')
  const [event, id, to, ...more] = list(raw['topics'], 4).map(hash)
  if (event !== PAID || !id || !to || more.length > 0) throw malformed('a payment', raw['topics'])
  return { id, to: paddedAddress(to), amount: word(raw['data']) }
}

/** `index`: the log's place in its block. */
export type IndexedLog = Omit<LoggedTransfer, 'payout'> & { index: number }

/** Nobody else's logs have this topic and one of these addresses. */
export function isPaidLog(log: unknown, vaults: readonly Address[]): boolean {
  const { address, topics } = record(log)
  if (typeof address !== 'string' || list(topics, 4)[0] !== PAID) return false
  return vaults.some((vault) => vault.toLowerCase() === address.toLowerCase())
}

/** By transfer: a vault announces each payment in the same transaction, right before the transfer that makes it. */
export function payoutIds(transfers: readonly IndexedLog[], paidLogs: readonly unknown[]): Map<IndexedLog, Hash> {
  const ids = new Map<IndexedLog, Hash>()
  if (paidLogs.length === 0) return ids
  const byTransaction = Map.groupBy(transfers, ({ transaction }) => transaction)
  for (const log of paidLogs) {
    const raw = record(log)
    const [transaction, index] = [hash(raw['transactionHash']), count(raw['logIndex'])]
    const vault = loggedAddress(raw['address'])
    const { id, to, amount } = readPaid(log)
    const made = byTransaction
      .get(transaction)
      ?.find(
        (transfer) =>
          transfer.index > index &&
          transfer.from === vault &&
          transfer.to === to.toLowerCase() &&
          transfer.value === amount &&
          !ids.has(transfer),
      )
    // An answer that has only one of the two logs is cut short.
    if (!made) throw malformed(`the transfer of payout ${id}`, transaction)
    ids.set(made, id)
  }
  return ids
}
