import { readFile, stat } from 'node:fs/promises'
import { keccak256 } from 'ox/Hash'
import { modeProblem } from '../file-mode.ts'
import { StartError } from '../start-error.ts'
import type { Address, Call, Fees, Hex, SignedTransaction } from './chain.ts'
import { addressOf, signTransaction } from './private-key.ts'

export type UnsignedTransaction = { chainId: number; nonce: number; gas: bigint; fees: Fees; call: Call }

/** Signs transactions. A key service can implement it, too. */
export type Signer = {
  address: Address
  /** Deterministic, so that nothing is ever sent under two hashes. */
  sign(transaction: UnsignedTransaction): Promise<SignedTransaction>
}

export function keySigner(key: Hex): Signer {
  return {
    address: addressOf(key),
    async sign({ chainId, nonce, gas, fees, call }) {
      const raw = signTransaction(key, {
        chainId,
        nonce,
        gas,
        maxFeePerGas: fees.maxFee,
        maxPriorityFeePerGas: fees.priorityFee,
        to: call.to,
        data: call.data,
        value: 0n,
      })
      return { raw, hash: keccak256(raw) }
    },
  }
}

/** A file with 64 hexadecimal digits that only its owner can read. */
export async function fileSigner(path: string): Promise<Signer> {
  const problem = (what: string) => new StartError(`The signer's key file ${path} ${what}.`)
  const [text, { mode }] = await Promise.all([readFile(path, 'utf8'), stat(path)]).catch((error: unknown) => {
    throw problem(`cannot be read (${(error as NodeJS.ErrnoException).code})`)
  })
  const wrong = modeProblem(mode)
  if (wrong) throw problem(wrong)
  const digits = /^(?:0x)?([0-9a-f]{64})$/i.exec(text.trim())?.[1]
  if (!digits) throw problem('does not hold a private key of 64 hexadecimal digits')
  try {
    return keySigner(`0x${digits}`)
  } catch {
    throw problem('does not hold a valid private key')
  }
}

/** Of a process that has no key: whose address it is, and nothing more. */
export const keylessSigner = (address: Address): Signer => ({
  address,
  sign: () => Promise.reject(new Error('This process has no key to sign with')),
})
