import { only, type Fault } from './world/providers.ts'
import type { World } from './world/world.ts'

type Log = { address: string; topics: string[]; transactionHash: string }
type Receipt = { logs: Log[] }

const GET_LOGS = 'eth_getLogs'
const BLOCK_RECEIPTS = 'eth_getBlockReceipts'
const RECEIPT = 'eth_getTransactionReceipt'

const changingLogs =
  (change: (log: Log) => Log | undefined): Fault =>
  async ({ method, forward }) => {
    const answer = await forward()
    if (answer === null) return answer
    const changed = (logs: Log[]) => logs.flatMap((log) => change(log) ?? [])
    const ofReceipt = (receipt: Receipt) => ({ ...receipt, logs: changed(receipt.logs) })
    if (method === GET_LOGS) return changed(answer as Log[])
    return method === RECEIPT ? ofReceipt(answer as Receipt) : (answer as Receipt[]).map(ofReceipt)
  }

/** keccak256("Paid(bytes32,address,uint256)") */
const PAID = '0x606160394df2742a67735645b7e783304d61d2dbc5b550e8c6acfaf27b6291d7'

/** Some may vanish in a reorganisation. */
const DROPPED_MAX = 3

/** Faults that a correct program does not have: to see that the simulation finds them. */
export const PLANTED = {
  /** No provider shows a deposit that is on the chain, in any answer. */
  'drop-log': (world: World) => {
    const { providers } = world
    const dropped = new Set<string>()
    const isNew = ({ topics: [, , to = ''], transactionHash }: Log) =>
      world.deposits.has(`0x${to.slice(26)}`) && !world.model.credited.has(`${transactionHash}/0`)
    const drop = changingLogs((log) => {
      if (dropped.size < DROPPED_MAX && isNew(log)) dropped.add(log.transactionHash)
      return dropped.has(log.transactionHash) ? undefined : log
    })
    providers.plant(only([GET_LOGS, BLOCK_RECEIPTS, RECEIPT], drop))
  },
  /** The id of a payment by the vault is not recognised where the reserves are read. */
  'skip-id': ({ providers }: World) => {
    let mistaken: string | undefined
    const mistake = changingLogs((log) => {
      if (log.topics[0] !== PAID) return log
      mistaken ??= log.transactionHash
      if (log.transactionHash !== mistaken) return log
      return { ...log, topics: log.topics.map((topic, index) => (index === 1 ? `0x${'7'.repeat(64)}` : topic)) }
    })
    providers.plant(only([GET_LOGS, BLOCK_RECEIPTS], mistake))
  },
} satisfies Record<string, (world: World) => void>
