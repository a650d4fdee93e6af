import { show, usd, USD_DECIMALS } from '../money.ts'
import { bytesToHex, HASH_BYTES, parseHex, parseU128, parseU64 } from './bytes.ts'
import { INSTALLATION_BYTES, NONCE_BYTES, ownerCommitment, SALT_BYTES, shardHash } from './commitments.ts'
import { failed, type Finding, NOT_ASKED, noticed, passed } from './finding.ts'
import { loggedBalance } from './logged-balance.ts'
import type { ProofFile, ShardProof } from './proof-file.ts'
import { rootAbove } from './sum-path.ts'
import type { SumNode } from './sum-tree.ts'

/** That no part is shown twice, and that each can be a leaf of this tree. */
export function shards({ mine, epoch, balance: shown }: ProofFile): Finding {
  const saw = { parts: String(mine.shards.length), leaves: String(epoch.leaves), depth: String(epoch.depth) }
  if (mine.shards.length === 0 && parseU64(shown) > 0n)
    return failed('The balance is not counted at all.', saw, { code: 'not_counted' })
  // The number is inside the leaf: one leaf cannot be shown under two numbers.
  if (new Set(mine.shards.map(({ shard }) => shard)).size < mine.shards.length)
    return failed('One part of the balance is shown twice.', saw, { code: 'part_twice' })
  if (mine.shards.some(({ index, path }) => index >= epoch.leaves || path.length !== epoch.depth))
    return failed('A part is not a leaf of this tree.', saw, { code: 'part_no_leaf' })
  return passed('Each part of the balance is shown once.', saw, { code: 'parts_once' })
}

/** That each part is in the tree whose root the contract stored, and that the sums on its way make the total. */
export function counted(proof: ProofFile): Finding {
  if (!proof.anchor) return NOT_ASKED
  const { root, total } = proof.anchor
  const owner = ownerOf(proof)
  const saw: Record<string, string> = { 'root in the contract': root, 'total in the contract': total }
  let isWrong = false
  for (const part of proof.mine.shards) {
    const reached = rootAbove({ leaf: leafOf(proof, owner, part), index: part.index, path: part.path.map(siblingOf) })
    saw[`root from leaf ${part.index}`] = bytesToHex(reached.hash)
    saw[`total from leaf ${part.index}`] = String(reached.sum)
    isWrong ||= bytesToHex(reached.hash) !== root || reached.sum !== parseU64(total)
  }
  if (isWrong)
    return failed('A part of the balance is not in the tree that the contract knows.', saw, {
      code: 'part_not_in_tree',
    })
  return passed('Every part of the balance is in the tree that the contract knows.', saw, { code: 'parts_in_tree' })
}

/** That the parts add up to what was shown, and to no less than the log has. */
export function balance(proof: ProofFile): Finding {
  const shown = parseU64(proof.balance)
  const sum = proof.mine.shards.reduce((all, { amount }) => all + parseU64(amount), 0n)
  const { counted: least, posted } = loggedBalance(proof)
  const saw = {
    'balance shown': money(shown),
    'balance counted': money(sum),
    'balance in the log, at least': money(least),
    'an hour before it was posted, at least': money(posted),
  }
  if (sum !== shown)
    return failed(`${money(sum)} is counted, but ${money(shown)} is shown.`, saw, {
      code: 'sum_not_shown',
      params: { sum: money(sum), shown: money(shown) },
    })
  if (sum < least)
    return failed(`${money(sum)} is counted, but the log has at least ${money(least)} at that moment.`, saw, {
      code: 'sum_below_log',
      params: { sum: money(sum), least: money(least) },
    })
  // The server says when it counted, the contract when it was posted. Posting may wait for the chain.
  if (sum < posted)
    return noticed(`${money(sum)} is counted, but the log has ${money(posted)} an hour before it was posted.`, saw, {
      code: 'sum_below_posted',
      params: { sum: money(sum), posted: money(posted) },
    })
  return passed(`${money(sum)} is counted, as shown.`, saw, { code: 'sum_shown', params: { sum: money(sum) } })
}

/** That vault and treasury held at least what everybody is owed. Decimals below ours count for nothing. */
export function covered({ anchor }: ProofFile): Finding {
  if (!anchor) return NOT_ASKED
  if (anchor.decimals < USD_DECIMALS || anchor.decimals > 77)
    return failed('The token has odd decimals.', {}, { code: 'odd_decimals' })
  const unit = 10n ** BigInt(anchor.decimals - USD_DECIMALS)
  const [vault, treasury] = [parseU128(anchor.assets.vault), parseU128(anchor.assets.treasury)]
  const [there, owed] = [(vault + treasury) / unit, parseU64(anchor.total)]
  const saw = { owed: money(owed), there: money(there) }
  if (there < owed)
    return failed(`${money(there)} is there for ${money(owed)} owed.`, saw, { code: 'not_covered', params: saw })
  return passed(`${money(there)} is there for ${money(owed)} owed.`, saw, { code: 'covered', params: saw })
}

const ownerOf = ({ known, epoch, owner, mine }: ProofFile): Uint8Array =>
  ownerCommitment({
    installation: parseHex(known.installation, INSTALLATION_BYTES),
    epoch: epoch.epoch,
    kind: owner.kind,
    name: parseHex(owner.name, HASH_BYTES),
    salt: parseHex(mine.salt, SALT_BYTES),
  })

/** Computed from what only the owner can name: a leaf of somebody else cannot be passed off as theirs. */
function leafOf({ epoch }: ProofFile, owner: Uint8Array, { nonce, shard, amount }: ShardProof): SumNode {
  const sum = parseU64(amount)
  const part = { epoch: epoch.epoch, owner, nonce: parseHex(nonce, NONCE_BYTES), shard, amount: sum }
  return { hash: shardHash(part), sum }
}

const siblingOf = ({ sum, hash }: { sum: string; hash: string }): SumNode => ({
  sum: parseU64(sum),
  hash: parseHex(hash, HASH_BYTES),
})

const money = (units: bigint): string => show(usd(units))
