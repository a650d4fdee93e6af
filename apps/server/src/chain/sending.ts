import { forwarderFactory } from '@trefoil/contracts/artifacts/forwarder-factory'
import { vault as vaultContract } from '@trefoil/contracts/artifacts/vault'
import { nthHighest, type Panel } from './agree.ts'
import { adviceOf } from './advice.ts'
import { callData } from './call-data.ts'
import { type Address, CallReverts, type Chain, ChainTrouble, type Fees } from './chain.ts'
import { isRevert, RpcRefusal } from './rpc.ts'
import type { Signer } from './signer.ts'
import { hash, quantity, record } from './values.ts'

type Sending = Pick<Chain, 'payCall' | 'sweepCall' | 'fees' | 'gasFor' | 'sign' | 'broadcast' | 'sighting'>
type Facts = { id: number; token: Address; factory: Address; treasury: Address; vault: Address; maxFeeWei: bigint }

/** BSC's minimum. An idle chain may suggest zero. */
const PRIORITY_FEE_MIN = 50_000_000n
const GAS_MAX = 16_000_000n

/** What leaves the server: calls, their cost, signatures and broadcast. */
export function sendingPart(panel: Panel, signer: Signer, facts: Facts): Sending {
  const { id, token, factory, treasury, vault, maxFeeWei } = facts
  return {
    payCall: (payout) => ({
      to: vault,
      data: callData(vaultContract.abi, 'pay', [payout.id, payout.to, payout.amount]),
    }),
    sweepCall: (indices, from = { factory, treasury }) => ({
      to: from.factory,
      data: callData(forwarderFactory.abi, 'sweep', [token, from.treasury, indices.map(BigInt)]),
    }),

    async fees(atLeast) {
      const offers = await panel.gather(async (provider) => {
        const [block, tip] = await Promise.all([
          provider.request('eth_getBlockByNumber', ['latest', false]),
          provider.request('eth_maxPriorityFeePerGas', []),
        ])
        return { base: quantity(record(block)['baseFeePerGas'] ?? '0x0'), tip: quantity(tip) }
      })
      // What a quorum asks for: one provider alone cannot make us pay more.
      const agreed = (asked: bigint[]) => nthHighest(asked, panel.quorum)
      const base = agreed(offers.map((offer) => offer.base))
      const tip = agreed(offers.map((offer) => offer.tip))
      const priorityFee = largest([tip, PRIORITY_FEE_MIN, raised(atLeast?.priorityFee)])
      const wanted = { priorityFee, maxFee: largest([base * 2n + priorityFee, raised(atLeast?.maxFee)]) }
      return withinLimit(wanted, maxFeeWei)
    },

    async gasFor(call) {
      const estimates = await panel.gather(async (provider) => {
        const request = { from: signer.address, to: call.to, data: call.data, value: '0x0' }
        try {
          return quantity(await provider.request('eth_estimateGas', [request]))
        } catch (error) {
          if (error instanceof RpcRefusal && isRevert(error)) return error
          throw error
        }
      })
      const reverts = estimates.filter((estimate) => estimate instanceof RpcRefusal)
      const needs = estimates.filter((estimate) => typeof estimate === 'bigint')
      const isRefused = reverts.length >= panel.quorum
      if (isRefused === needs.length >= panel.quorum)
        throw new ChainTrouble('disagreement', `a call fails at ${reverts.length} of ${estimates.length} providers`)
      if (reverts[0] && isRefused) throw new CallReverts(reverts[0].message, { cause: reverts[0] })
      // The most that one asks for, within the limit: too little would fail on the chain. What is left over costs nothing, but
      // has to be at hand.
      const limits = needs.map((need) => (need * 5n) / 4n)
      const possible = limits.filter((gas) => gas <= GAS_MAX)
      if (possible.length === 0)
        throw new ChainTrouble('malformed', `a call would use ${largest(limits)} gas, above the limit of ${GAS_MAX}`)
      return largest(possible)
    },

    sign: ({ call, nonce, gas, fees }) =>
      signer.sign({ chainId: id, call, nonce, gas, fees: withinLimit(fees, maxFeeWei) }),

    async broadcast(raw) {
      const replies = await Promise.all(
        panel.providers.map((provider) =>
          provider.request('eth_sendRawTransaction', [raw]).catch((error: unknown) => error as Error),
        ),
      )
      return adviceOf(replies)
    },

    async sighting(transaction) {
      const seen = await panel.gather(async (provider) => {
        const answer = await provider.request('eth_getTransactionByHash', [hash(transaction)])
        if (answer === null) return 'unknown'
        return record(answer)['blockNumber'] ? 'mined' : 'pending'
      })
      return seen.find((sight) => sight === 'mined') ?? seen.find((sight) => sight === 'pending') ?? 'unknown'
    },
  }
}

/** Otherwise a provider that names an absurd fee would spend the signer's coins. */
function withinLimit(fees: Fees, maxFeeWei: bigint): Fees {
  if (fees.maxFee > maxFeeWei || fees.priorityFee > fees.maxFee)
    throw new ChainTrouble('fees', `a fee of ${fees.maxFee} wei per gas is above the limit of ${maxFeeWei}`)
  return fees
}

/** Nodes replace a transaction only if both fees are an eighth higher. */
const raised = (fee: bigint | undefined): bigint => (fee === undefined ? 0n : (fee * 9n + 7n) / 8n)

const largest = (numbers: bigint[]): bigint => numbers.reduce((most, number) => (number > most ? number : most), 0n)
