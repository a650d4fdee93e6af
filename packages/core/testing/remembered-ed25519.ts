import { ed25519 as real } from '@noble/curves/ed25519.js'
import { bytesToHex } from '../src/proofs/bytes.ts'

/** All mutants sign and check the same few hundred texts, and that is what takes longest. */
function remembered<Args extends readonly unknown[], Result>(compute: (...args: Args) => Result) {
  const known = new Map<string, Result>()
  return (...args: Args): Result => {
    const key = args.map((arg) => (arg instanceof Uint8Array ? bytesToHex(arg) : JSON.stringify(arg))).join(' ')
    const found = known.get(key)
    if (found !== undefined) return found
    const result = compute(...args)
    known.set(key, result)
    return result
  }
}

export const ed25519 = {
  getPublicKey: remembered(real.getPublicKey),
  sign: remembered(real.sign),
  verify: remembered(real.verify),
}
