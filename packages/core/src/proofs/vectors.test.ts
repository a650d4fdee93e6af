import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeVectors } from '../../testing/vectors.ts'
import hashes from './vectors/hashes.json' with { type: 'json' }
import honest from './vectors/honest.json' with { type: 'json' }
import lies from './vectors/lies.json' with { type: 'json' }

test('the vectors are what the code computes; `node packages/core/testing/write-vectors.ts` writes them', () => {
  expect({ hashes, honest, lies }).toEqual(JSON.parse(JSON.stringify(makeVectors())))
})

/** As in docs/proofs.md, with Node's own SHA-256. */
const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
const bytes = (hex: string) => Buffer.from(hex, 'hex')
const u64 = (value: string | number) => bytes(BigInt(value).toString(16).padStart(16, '0'))

function ownerOf({
  installation,
  epoch,
  name,
  salt,
}: Record<'installation' | 'salt', string> & { epoch: number; name: Uint8Array }) {
  return sha256(Buffer.from('trefoil owner'), bytes(installation), u64(epoch), Buffer.of(1), name, bytes(salt))
}

test('owner, leaf, node, padding and entry are hashed as documented', () => {
  const { owner, leaf, nodeOverLeafAndPadding, nodeOverPadding, entry } = hashes
  const ownerHash = ownerOf({ ...owner, name: sha256(Buffer.from(owner.name)) })
  expect(ownerHash.toString('hex')).toBe(owner.hash)
  const parts = [ownerHash, bytes(leaf.nonce), Buffer.of(leaf.shard), u64(leaf.amount)]
  expect(sha256(Buffer.of(0), u64(owner.epoch), ...parts).toString('hex')).toBe(leaf.hash)
  const zero = [u64(0), Buffer.alloc(32)]
  expect(sha256(Buffer.of(1), u64(leaf.amount), bytes(leaf.hash), ...zero).toString('hex')).toBe(
    nodeOverLeafAndPadding.hash,
  )
  expect(sha256(Buffer.of(1), ...zero, ...zero).toString('hex')).toBe(nodeOverPadding.hash)
  expect(sha256(bytes(entry.salt), Buffer.from(entry.entry)).toString('hex')).toBe(entry.hash)
})

test('the paths of the honest proof lead to its root and total', () => {
  const { epoch, mine, owner } = honest
  const ownerHash = ownerOf({ ...epoch, name: bytes(owner.name), salt: mine.salt })
  for (const { index, shard, nonce, amount, path } of mine.shards) {
    let hash = sha256(Buffer.of(0), u64(epoch.epoch), ownerHash, bytes(nonce), Buffer.of(shard), u64(amount))
    let sum = BigInt(amount)
    path.forEach((sibling, level) => {
      const own = [u64(String(sum)), hash]
      const other = [u64(sibling.sum), bytes(sibling.hash)]
      hash =
        (index >> level) % 2 === 0 ? sha256(Buffer.of(1), ...own, ...other) : sha256(Buffer.of(1), ...other, ...own)
      sum += BigInt(sibling.sum)
    })
    expect([hash.toString('hex'), String(sum)]).toEqual([epoch.root, epoch.total])
  }
})
