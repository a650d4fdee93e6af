import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, u64 } from '../src/proofs/bytes.ts'
import { parentOf, type SumNode } from '../src/proofs/sum-tree.ts'
import type { ProofFile } from '../src/proofs/proof-file.ts'
import type { CheckName } from '../src/proofs/verify.ts'
import { makeLog } from './proof-log.ts'
import { bytesFor } from './proof-bytes.ts'
import { makeWorld } from './proof-world.ts'

/** What a server served, and exactly the checks that catch it. */
export type Lie = { lie: string; proof: ProofFile; fails: readonly CheckName[] }

const honest = makeWorld()
const { installation } = honest.known
const U64 = 2n ** 64n

export function makeLies(): Lie[] {
  const alice = honest.proofOf('tfalice')
  const [part, ...otherParts] = alice.mine.shards
  const [next] = otherParts
  if (!part || !next || !alice.anchor) throw new Error('Alice has parts')
  const { anchor } = alice
  const lie = (name: string, fails: readonly CheckName[], change: Partial<ProofFile>): Lie => ({
    lie: name,
    proof: { ...alice, ...change },
    fails,
  })

  return [
    lie('a member left out', ['shards', 'balance'], {
      ...claimsOf(makeWorld({ without: ['tfalice'] })),
      mine: { ...alice.mine, shards: [] },
    }),
    lie('a member left out, and told that they were owed nothing', ['balance'], {
      ...claimsOf(makeWorld({ without: ['tfalice'] }), { journal: '105' }),
      mine: { ...alice.mine, shards: [] },
      balance: '0',
    }),
    lie('a member left out, with the paths of a tree that is not in the contract', ['counted'], {
      ...claimsOf(makeWorld({ without: ['tfalice'] }), { leaves: honest.leaves.length }),
    }),
    lie('a balance shown higher than counted', ['balance'], { balance: String(BigInt(alice.balance) + 1n) }),
    lie('a part counted lower than shown', ['counted'], {
      mine: { ...alice.mine, shards: [{ ...part, amount: String(BigInt(part.amount) + 5n) }, ...otherParts] },
      balance: String(BigInt(alice.balance) + 5n),
    }),
    lie('a negative part, which another one makes up for', ['counted', 'balance'], {
      mine: {
        ...alice.mine,
        shards: [
          { ...part, amount: '-5' },
          { ...next, amount: plus(next.amount, part.amount, '5') },
          ...otherParts.slice(1),
        ],
      },
    }),
    withTree('a negative leaf of nobody, which makes the total smaller', {
      last: { hash: bytesFor('nobody'), sum: U64 - 3_000_000_000n },
      parent: wrapping,
    }),
    withTree('an overflow, which makes two large leaves nothing', {
      first: { hash: bytesFor('somebody'), sum: U64 / 2n },
      last: { hash: bytesFor('nobody'), sum: U64 / 2n },
      parent: wrapping,
    }),
    {
      // Bob is owed the same as Alice, and is shown her parts.
      lie: 'the same leaves for two members',
      proof: { ...honest.proofOf('tfbob'), mine: alice.mine },
      fails: ['counted'],
    },
    lie('one leaf shown as two parts', ['shards'], {
      mine: { ...alice.mine, shards: [part, part] },
      balance: String(2n * BigInt(part.amount)),
    }),
    withTree('the larger child instead of the sum', { parent: larger }),
    lie('a total in the contract that the tree does not add up to', ['counted'], {
      epoch: { ...alice.epoch, total: '1' },
      anchor: { ...anchor, total: '1' },
    }),
    lie('a leaf beyond the end of the tree', ['shards', 'counted'], {
      mine: { ...alice.mine, shards: [{ ...part, index: part.index + 2 ** alice.epoch.depth }, ...otherParts] },
    }),
    lie('assets overstated', ['anchored'], {
      epoch: { ...alice.epoch, assets: { ...alice.epoch.assets, vault: `9${alice.epoch.assets.vault}` } },
    }),
    lie('less there than owed', ['covered'], {
      epoch: { ...alice.epoch, assets: { vault: '1', treasury: '1' } },
      anchor: { ...anchor, assets: { vault: '1', treasury: '1' } },
    }),
    lie('a total understated', ['anchored'], { epoch: { ...alice.epoch, total: '1' } }),
    lie('an old epoch served as new', ['newest'], {
      anchor: { ...anchor, time: anchor.time - 86_400, latest: { epoch: anchor.epoch + 1, time: anchor.time } },
    }),
    lie('an epoch older than the last one checked', ['newest'], { known: { ...alice.known, epoch: 4 } }),
    lie('an epoch that was never posted', ['newest'], {
      anchor: { ...anchor, latest: { epoch: 2, time: anchor.time } },
    }),
    otherInstallation(),
    lie('a contract that this browser does not know', ['installation'], {
      known: { ...alice.known, contract: '0x0000000000000000000000000000000000000001' },
    }),
    lie('a contract on another chain', ['installation'], { anchor: { ...anchor, chain: 1 } }),
    changedEntry(alice),
    lie('a line shown otherwise than it is in the log', ['lines'], {
      lines: alice.lines.map((line) => ({ ...line, shown: { ...line.shown, amount: '-300000' } })),
    }),
    regrown(alice),
    splitView(alice),
    lie('a checkpoint that the log did not sign', ['checkpoint', 'anchoredLog', 'keptLog', 'lines'], {
      log: { ...alice.log, checkpoint: alice.log.checkpoint.replace('\n11\n', '\n12\n') },
    }),
    lie('a log that got shorter', ['anchoredLog', 'keptLog', 'lines'], {
      log: {
        checkpoint: honest.log.checkpointAt(7),
        fromAnchor: honest.log.consistency(7, 8),
        fromKept: honest.log.consistency(7, 9),
      },
    }),
  ]
}

const plus = (...amounts: string[]): string => String(amounts.reduce((sum, amount) => sum + BigInt(amount), 0n))

/** What the contract and the server say in another world. */
function claimsOf({ record, proofOf }: ReturnType<typeof makeWorld>, more: Partial<ProofFile['epoch']> = {}) {
  return { epoch: { ...record, ...more }, anchor: proofOf('operations').anchor }
}

function withTree(lie: string, options: Parameters<typeof makeWorld>[0]): Lie {
  return { lie, proof: makeWorld(options).proofOf('tfalice'), fails: ['counted'] }
}

function otherInstallation(): Lie {
  const { proofOf } = makeWorld({ installation: 'ab'.repeat(32) })
  return {
    lie: 'a proof of another installation',
    proof: { ...proofOf('tfalice'), known: honest.known },
    fails: ['installation', 'counted', 'checkpoint', 'keptLog'],
  }
}

/** The database was edited behind the log: what is shown is what it says now. */
function changedEntry(alice: ProofFile): Lie {
  const edited = makeLog(installation, 11, { change: (entry) => ({ ...entry, balance_after: '7' }) })
  const [line, ...others] = alice.lines
  if (!line) throw new Error('there is a line')
  const { opening, shown } = edited.lineOf(10, 0)
  return {
    lie: 'an entry changed after its checkpoint',
    proof: { ...alice, lines: [{ ...line, opening, shown }, ...others] },
    fails: ['lines'],
  }
}

/** Changed after the size that is anchored, before the one that this browser kept. */
function regrown(alice: ProofFile): Lie {
  const log = makeLog(installation, 11, {
    change: (entry) => (entry.journal_id === '108' ? { ...entry, amount: '1' } : entry),
  })
  return {
    lie: 'a log cut and regrown',
    proof: {
      ...alice,
      log: { checkpoint: log.checkpointAt(11), fromAnchor: log.consistency(8, 11), fromKept: log.consistency(9, 11) },
      lines: [log.lineOf(10, 0)],
    },
    fails: ['keptLog'],
  }
}

/** A browser that knows no earlier checkpoint is shown a log of its own. Only the contract tells it apart. */
function splitView(alice: ProofFile): Lie {
  const log = makeLog(installation, 11, {
    change: (entry) => (entry.journal_id === '103' ? { ...entry, amount: '1' } : entry),
  })
  return {
    lie: 'two different checkpoints for two members',
    proof: {
      ...alice,
      known: { ...alice.known, checkpoint: null },
      log: { checkpoint: log.checkpointAt(11), fromAnchor: log.consistency(8, 11), fromKept: [] },
      lines: [log.lineOf(10, 0)],
    },
    fails: ['anchoredLog'],
  }
}

function larger(left: SumNode, right: SumNode): SumNode {
  return { hash: parentOf(left, right).hash, sum: left.sum > right.sum ? left.sum : right.sum }
}

/** Hashes honestly, and adds as if nothing could be too large. */
function wrapping(left: SumNode, right: SumNode): SumNode {
  const preimage = [Uint8Array.of(1), u64(left.sum), left.hash, u64(right.sum), right.hash]
  return { hash: sha256(concatBytes(...preimage)), sum: (left.sum + right.sum) % U64 }
}
