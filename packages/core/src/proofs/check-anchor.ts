import { failed, type Finding, NOT_ASKED, noticed, passed } from './finding.ts'
import type { ProofFile } from './proof-file.ts'

/** How long proofs of a new epoch may take to be served after it was posted. */
const SERVED_WITHIN_SECONDS = 3600
/** There is one every day. */
const AGE_MAX_SECONDS = 2 * 86_400

/** That all of it is about the installation, the chain and the contract that this browser knows. */
export function installation({ known, epoch, anchor }: ProofFile): Finding {
  const saw = {
    'known installation': known.installation,
    'installation of the proof': epoch.installation,
    'known contract': known.contract,
    'contract of the proof': epoch.contract,
    ...(anchor && { 'contract that answered': anchor.contract }),
  }
  if (epoch.installation !== known.installation) return failed('The proof is of another installation.', saw)
  const contracts = [epoch.contract, ...(anchor ? [anchor.contract] : [])]
  if (contracts.some((contract) => contract.toLowerCase() !== known.contract.toLowerCase()))
    return failed('The proof names another contract than the one that this browser knows.', saw)
  if (anchor && anchor.chain !== known.chain) return failed('The contract is on another chain.', saw)
  return passed('The proof is of the installation and the contract that this browser knows.', saw)
}

/** That no newer epoch is withheld, and that the newest is not old. */
export function newest({ known, epoch, anchor, time }: ProofFile): Finding {
  const saw = {
    'epoch of the proof': String(epoch.epoch),
    'newest epoch checked before': String(known.epoch),
    ...(anchor && { 'newest epoch in the contract': String(anchor.latest.epoch) }),
  }
  if (epoch.epoch < known.epoch) return failed('The epoch is older than one that was checked before.', saw)
  if (!anchor) return NOT_ASKED
  if (anchor.epoch !== epoch.epoch || anchor.latest.epoch < epoch.epoch)
    return failed('The contract does not know this epoch.', saw)
  if (anchor.latest.epoch > epoch.epoch && time - anchor.latest.time > SERVED_WITHIN_SECONDS)
    return failed('The contract knows a newer epoch, which was not served.', saw)
  const age = { ...saw, 'seconds since it was posted': String(time - anchor.time) }
  if (time - anchor.time > AGE_MAX_SECONDS) return noticed('The newest epoch is more than two days old.', age)
  return passed('The epoch is the newest that the contract knows.', age)
}

/** That the server says what the contract stored. */
export function anchored({ epoch, anchor }: ProofFile): Finding {
  if (!anchor) return NOT_ASKED
  const pairs: [what: string, served: string, stored: string][] = [
    ['root', epoch.root, anchor.root],
    ['total', epoch.total, anchor.total],
    ['size of the log', String(epoch.log.size), String(anchor.log.size)],
    ['root of the log', epoch.log.root, anchor.log.root],
    ["vault's balance", epoch.assets.vault, anchor.assets.vault],
    ["treasury's balance", epoch.assets.treasury, anchor.assets.treasury],
  ]
  const saw = Object.fromEntries(
    pairs.flatMap(([what, served, stored]) => [
      [`${what}, served`, served],
      [`${what}, in the contract`, stored],
    ]),
  )
  const different = pairs.filter(([, served, stored]) => served !== stored).map(([what]) => what)
  if (different.length > 0) return failed(`The contract stored something else: ${different.join(', ')}.`, saw)
  return passed('The contract stored the same roots, total and balances.', saw)
}
