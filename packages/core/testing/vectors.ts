import { bytesToHex } from '../src/proofs/bytes.ts'
import { nameHash, ownerCommitment, shardHash } from '../src/proofs/commitments.ts'
import { entryCommitment } from '../src/proofs/log-leaf.ts'
import { parentOf } from '../src/proofs/sum-tree.ts'
import { makeLies } from './lies.ts'
import { bytesFor } from './proof-bytes.ts'
import { makeWorld } from './proof-world.ts'

/** What `write-vectors.ts` writes to `src/proofs/vectors`. */
export function makeVectors() {
  const [installation, salt, nonce] = [bytesFor('installation'), bytesFor('salt'), bytesFor('nonce', 16)]
  const name = 'tf0123456789abcdefghjkmnpqrs'
  const owner = ownerCommitment({ installation, epoch: 7, kind: 'member', name: nameHash(name), salt })
  const leaf = { hash: shardHash({ epoch: 7, owner, nonce, shard: 2, amount: 123_456_789n }), sum: 123_456_789n }
  const padding = { hash: new Uint8Array(32), sum: 0n }
  const node = parentOf(leaf, padding)
  const entry = makeWorld().log.lineOf(0, 0).opening.entry
  return {
    hashes: {
      owner: {
        installation: bytesToHex(installation),
        epoch: 7,
        kind: 'member',
        name,
        salt: bytesToHex(salt),
        hash: bytesToHex(owner),
      },
      leaf: { nonce: bytesToHex(nonce), shard: 2, amount: '123456789', hash: bytesToHex(leaf.hash) },
      nodeOverLeafAndPadding: { sum: String(node.sum), hash: bytesToHex(node.hash) },
      nodeOverPadding: { sum: '0', hash: bytesToHex(parentOf(padding, padding).hash) },
      entry: { salt: bytesToHex(nonce), entry, hash: bytesToHex(entryCommitment(nonce, entry)) },
    },
    honest: makeWorld().proofOf('tfalice'),
    lies: makeLies(),
  }
}
