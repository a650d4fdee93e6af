import { type AskChain, readAnswers } from '@trefoil/core/proofs/anchor'
import type { ProofFile } from '@trefoil/core/proofs/proof-file'

/** Puts what this node of the chain says in place of what the file says. */
export async function askedAt(url: string, proof: ProofFile): Promise<ProofFile> {
  const anchor = await readAnswers(nodeAt(url), { contract: proof.known.contract, epoch: proof.epoch.epoch })
  return { ...proof, anchor: { ...anchor, source: 'own' } }
}

const nodeAt =
  (url: string): AskChain =>
  async (method, params) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const reply = (await response.json()) as { result?: unknown; error?: { message: string } }
    if (reply.error) throw new Error(`The node of the chain refused: ${reply.error.message}`)
    return reply.result
  }
