import type { Checkpoint } from './checkpoint.ts'
import { failed, type Finding, NOT_ASKED, noticed, noticedOnce, passed } from './finding.ts'
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
  if (epoch.installation !== known.installation)
    return failed('The proof is of another installation.', saw, { code: 'other_installation' })
  const contracts = [epoch.contract, ...(anchor ? [anchor.contract] : [])]
  if (contracts.some((contract) => contract.toLowerCase() !== known.contract.toLowerCase()))
    return failed('The proof names another contract than the one that this browser knows.', saw, {
      code: 'other_contract',
    })
  if (anchor && anchor.chain !== known.chain)
    return failed('The contract is on another chain.', saw, { code: 'other_chain' })
  return passed('The proof is of the installation and the contract that this browser knows.', saw, {
    code: 'same_installation',
  })
}

/** The checkpoint that is shown, and the one that was kept. Undefined: there is none that the log's key signed. */
export type Checkpoints = { shown: () => Checkpoint | undefined; kept: () => Checkpoint | undefined }

/** That no newer epoch is withheld, and that the newest is not old. */
export function newest(proof: ProofFile, checkpoints: Checkpoints): Finding {
  const { known, epoch, anchor, time } = proof
  const saw = {
    'epoch of the proof': String(epoch.epoch),
    'newest epoch checked before': String(known.epoch),
    ...(anchor && { 'newest epoch in the contract': String(anchor.latest.epoch) }),
  }
  const lost = entriesLost(proof, checkpoints)
  if (lost !== undefined)
    return noticedOnce(
      `The database was set back to before epoch ${anchor?.latest.epoch}, which the contract knows. Entries of the old log that are gone: ${lost}.`,
      saw,
      { code: 'set_back_before_epoch', params: { epoch: anchor?.latest.epoch ?? 0, lost } },
    )
  if (epoch.epoch < known.epoch)
    return failed('The epoch is older than one that was checked before.', saw, { code: 'epoch_older' })
  if (!anchor) return NOT_ASKED
  if (anchor.epoch !== epoch.epoch || anchor.latest.epoch < epoch.epoch)
    return failed('The contract does not know this epoch.', saw, { code: 'epoch_unknown' })
  if (anchor.latest.epoch > epoch.epoch && time - anchor.latest.time > SERVED_WITHIN_SECONDS)
    return failed('The contract knows a newer epoch, which was not served.', saw, { code: 'epoch_newer_withheld' })
  const age = { ...saw, 'seconds since it was posted': String(time - anchor.time) }
  if (time - anchor.time > AGE_MAX_SECONDS)
    return noticed('The newest epoch is more than two days old.', age, { code: 'epoch_old' })
  return passed('The epoch is the newest that the contract knows.', age, { code: 'epoch_newest' })
}

/**
 * How many entries of the log were lost together with the contract's newest epoch, if the database was set back to a
 * moment between that one and the one of the proof. The log says so under its key, and whether it still begins as
 * before is for the checks of the log. Nothing else shows that the epoch is not merely withheld, so this holds no longer
 * than an epoch may be old: whoever posts none at all can hide as much.
 */
function entriesLost({ known, epoch, anchor, time }: ProofFile, { shown, kept }: Checkpoints): number | undefined {
  if (anchor?.epoch !== epoch.epoch || anchor.latest.epoch <= epoch.epoch) return undefined
  const { latest, log } = anchor
  const head = shown()
  if (!head?.previous || latest.logSize === undefined || time - anchor.time > AGE_MAX_SECONDS) return undefined
  const setBackTo = head.previous.size
  // A proof of an epoch from after the restore, or one that the database still had, has no such excuse.
  if (log.size > setBackTo || latest.logSize <= setBackTo) return undefined
  // Nor has one that this browser was shown already: in the contract, and in the log that was opened then.
  const isNews = (kept()?.log.number ?? Infinity) < head.log.number && known.epoch <= latest.epoch
  return epoch.epoch < known.epoch && !isNews ? undefined : latest.logSize - setBackTo
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
  if (different.length > 0) {
    const names = different.join(', ')
    return failed(`The contract stored something else: ${names}.`, saw, {
      code: 'stored_other',
      params: { different: names },
    })
  }
  return passed('The contract stored the same roots, total and balances.', saw, { code: 'stored_same' })
}
