import { attestations as contract } from '@trefoil/contracts/artifacts/attestations'
import { readAnchor, type Anchor } from '@trefoil/core/proofs/anchor'
import type { Panel } from './agree.ts'
import { callData } from './call-data.ts'
import type { Address, AttestationAnswers, Chain, Hex } from './chain.ts'
import { hex, malformed, toHex } from './values.ts'

type Part = Pick<Chain, 'attestations' | 'attestCall' | 'attestationAnswers'>
type Facts = { id: number; attestations: Address | null; head: Chain['head'] }

/** The contract that keeps what the books claimed to owe. */
export function attestationPart(panel: Panel, { id, attestations, head }: Facts): Part {
  const needed = (): Address => {
    if (!attestations) throw new Error('No contract for attestations is configured')
    return attestations
  }
  return {
    attestations,
    attestCall: ({ epoch, root, total, log }) => ({
      to: needed(),
      data: callData(contract.abi, 'post', [BigInt(epoch), root, total, log.size, log.root]),
    }),
    async attestationAnswers(epoch, at) {
      const block = toHex(at ?? (await head()).number)
      const to = needed()
      const ask = async (data: Hex): Promise<Hex> => {
        const answer = await panel.agree(async (provider) =>
          hex(await provider.request('eth_call', [{ to, data }, block])),
        )
        if (answer === undefined) throw malformed('an answer', answer)
        return answer
      }
      const read = (name: 'DECIMALS' | 'latest') => ask(callData(contract.abi, name))
      const attestationOf = (number: bigint) => ask(callData(contract.abi, 'attestationOf', [number]))
      const [decimals, latest, attestation] = await Promise.all([
        read('DECIMALS'),
        read('latest'),
        attestationOf(BigInt(epoch)),
      ])
      const number = BigInt(latest.slice(0, 2 + 64))
      const newest = number === BigInt(epoch) ? null : await attestationOf(number)
      return { contract: to, chain: toHex(BigInt(id)), block, decimals, latest, attestation, newest }
    },
  }
}

/** What the answers say. Undefined if this epoch was not posted. */
export function anchorIn(answers: AttestationAnswers, epoch: number): Promise<Anchor | undefined> {
  const { contract: address, chain, block, decimals, latest, attestation, newest } = answers
  const calls = [decimals, latest, attestation, newest]
  return readAnchor(
    async (method) => (method === 'eth_blockNumber' ? block : method === 'eth_chainId' ? chain : calls.shift()),
    { contract: address, epoch },
  )
}
