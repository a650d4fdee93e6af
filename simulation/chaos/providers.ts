import type { Action } from '../actions/action.ts'
import { RpcRefusal } from '../../apps/server/src/chain/rpc.ts'
import { answering, doneButUnanswered, only, silent, stoppedAt, type Fault } from '../world/providers.ts'
import type { World } from '../world/world.ts'

const SEND = 'eth_sendRawTransaction'
const NOTHING = `0x${'0'.repeat(64)}`

const refusing =
  (message: string): Fault =>
  async ({ forward }) => {
    await forward().catch(() => undefined)
    throw new RpcRefusal({ code: -32000, message })
  }

/** What a single provider may say. The others contradict it. */
const LIES: Record<string, Fault> = {
  'nobody has anything': only(['eth_call'], answering(NOTHING)),
  'everything is dear': only(['eth_maxPriorityFeePerGas', 'eth_gasPrice'], answering('0xffffffffff')),
  'the vault refuses': only(['eth_estimateGas'], async () => {
    throw new RpcRefusal({ code: 3, message: 'execution reverted' })
  }),
  'it needs little gas': only(['eth_estimateGas'], answering('0x5208')),
  'there is no such transaction': only(['eth_getTransactionReceipt', 'eth_getTransactionByHash'], answering(null)),
  'nothing was ever sent': only(['eth_getTransactionCount'], answering('0x0')),
  'it is known': only([SEND], refusing('already known')),
  'its nonce is used': only([SEND], refusing('nonce too low')),
  nonsense: only(['eth_getBlockByNumber'], answering({ number: '0x1' })),
}

/** What all of them may do at once, without lying. */
const WEAKNESSES: Record<string, Fault> = {
  'no answer': silent,
  'sent, and no answer': only([SEND], doneButUnanswered),
  'not sent': only([SEND], silent),
  'no receipts': only(['eth_getTransactionReceipt'], answering(null)),
  'no logs': only(['eth_getLogs'], answering([])),
  'no receipts of blocks': only(['eth_getBlockReceipts'], silent),
}

function faultOf({ dice, raw }: World): { name: string; fault: Fault; isOne: boolean } {
  const isOne = dice.chance(0.6)
  if (isOne && dice.chance(0.2))
    return { name: 'behind', fault: stoppedAt(Math.max(0, raw.height() - dice.below(8))), isOne }
  const [name = '', fault = silent] = dice.pick(Object.entries(isOne ? { ...LIES, ...WEAKNESSES } : WEAKNESSES)) ?? []
  return { name, fault, isOne }
}

/** For a while, one provider lies or falls silent, or all of them are weak. */
export const misleading: Action = {
  name: 'providers',
  weight: 5,
  async act(world) {
    const { dice, providers } = world
    const { name, fault, isOne } = faultOf(world)
    providers.fail(fault, {
      provider: isOne ? dice.below(providers.list.length) : undefined,
      calls: dice.between(5, 400),
    })
    return `${isOne ? 'one' : 'all'}: ${name}`
  },
}

export const healing: Action = {
  name: 'providers are well',
  weight: 5,
  async act({ providers }) {
    providers.heal()
    return 'well'
  },
}
