import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, u64 } from '../src/proofs/bytes.ts'
import { parentOf, type SumNode } from '../src/proofs/sum-tree.ts'
import type { ProofFile, ShardProof } from '../src/proofs/proof-file.ts'
import type { CheckName } from '../src/proofs/verify.ts'
import { makeLog } from './proof-log.ts'
import { bytesFor } from './proof-bytes.ts'
import { makeWorld, OWNER_NAMES } from './proof-world.ts'
import { restoreLies } from './restores.ts'

/** What a server served, and exactly the checks that catch it. */
export type Lie = {
  lie: string
  proof: ProofFile
  fails: readonly CheckName[]
  /** No server can make a browser write such a file: somebody edited what the browser knew. */
  isFileOnly?: true
}

const honest = makeWorld()
const { installation } = honest.known
const U64 = 2n ** 64n
const OTHER_CONTRACT = '0x0000000000000000000000000000000000000001'
const NOTHING_STORED = {
  epoch: 0,
  root: '0'.repeat(64),
  total: '0',
  log: { size: 0, root: '0'.repeat(64) },
  assets: { vault: '0', treasury: '0' },
  time: 0,
}

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
    lie('one leaf shown as two parts, under two numbers', ['counted'], {
      mine: { ...alice.mine, shards: [part, { ...part, shard: 7 }] },
      balance: String(2n * BigInt(part.amount)),
    }),
    withTree('the tree of an earlier epoch posted again', { counted: 2 }),
    withTree('the larger child instead of the sum', { parent: larger }),
    understated('left'),
    understated('right'),
    lie('a total in the contract that the tree does not add up to', ['counted'], {
      epoch: { ...alice.epoch, total: '1' },
      anchor: { ...anchor, total: '1' },
    }),
    lie('a leaf beyond the end of the tree', ['shards', 'counted'], {
      mine: { ...alice.mine, shards: [{ ...part, index: part.index + 2 ** alice.epoch.depth }, ...otherParts] },
    }),
    lie('a path of another length than the tree is deep', ['shards'], {
      epoch: { ...alice.epoch, depth: alice.epoch.depth + 1 },
    }),
    lie('another root than the contract stored', ['anchored'], { epoch: { ...alice.epoch, root: 'ab'.repeat(32) } }),
    lie('another size of the log than the contract stored', ['anchored'], {
      epoch: { ...alice.epoch, log: { ...alice.epoch.log, size: 9 } },
    }),
    lie('another root of the log than the contract stored', ['anchored'], {
      epoch: { ...alice.epoch, log: { ...alice.epoch.log, root: 'ab'.repeat(32) } },
    }),
    lie('more in the treasury than the contract saw', ['anchored'], {
      epoch: { ...alice.epoch, assets: { ...alice.epoch.assets, treasury: `9${alice.epoch.assets.treasury}` } },
    }),
    lie('assets overstated', ['anchored'], {
      epoch: { ...alice.epoch, assets: { ...alice.epoch.assets, vault: `9${alice.epoch.assets.vault}` } },
    }),
    lie('less there than owed', ['covered'], {
      epoch: { ...alice.epoch, assets: { vault: '1', treasury: '1' } },
      anchor: { ...anchor, assets: { vault: '1', treasury: '1' } },
    }),
    lie('a token with fewer decimals than ours', ['covered'], { anchor: { ...anchor, decimals: 4 } }),
    lie('a total understated', ['anchored'], { epoch: { ...alice.epoch, total: '1' } }),
    lie('an old epoch served as new', ['newest'], {
      anchor: {
        ...anchor,
        time: anchor.time - 86_400,
        latest: { epoch: anchor.epoch + 1, time: anchor.time, logSize: 10 },
      },
    }),
    lie('an epoch older than the last one checked', ['newest'], { known: { ...alice.known, epoch: 4 } }),
    lie('an epoch that was never posted', ['newest'], {
      anchor: { ...anchor, latest: { epoch: 2, time: anchor.time } },
    }),
    lie('an epoch that the contract knows nothing about', ['newest', 'anchored', 'counted'], {
      anchor: { ...anchor, ...NOTHING_STORED },
      log: { ...alice.log, fromAnchor: [] },
    }),
    otherInstallation(),
    lie('a contract that this browser does not know', ['installation'], {
      known: { ...alice.known, contract: OTHER_CONTRACT },
    }),
    lie('a contract that the browser knows, and another one named', ['installation'], {
      epoch: { ...alice.epoch, contract: OTHER_CONTRACT },
    }),
    lie('a contract that the browser knows, and the answers of another one', ['installation'], {
      anchor: { ...anchor, contract: OTHER_CONTRACT },
    }),
    lie('a contract on another chain', ['installation'], { anchor: { ...anchor, chain: 1 } }),
    changedEntry(alice),
    lie('a line shown otherwise than it is in the log', ['lines'], {
      lines: alice.lines.map((line) => ({ ...line, shown: { ...line.shown, amount: '-300000' } })),
    }),
    lie('a line under the number of another journal', ['lines'], {
      lines: alice.lines.map((line) => ({ ...line, id: '7' })),
    }),
    regrown(alice),
    regrown(alice, 'with the proofs of the old one'),
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
    ...restoreLies(),
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

/** One half of the tree says less than it holds, and so does the contract. The half's own hash stays as it is. */
function understated(side: 'left' | 'right'): Lie {
  const half = 2 ** (honest.record.depth - 1)
  const isBeside = ({ index }: ShardProof) => (side === 'left' ? index >= half : index < half)
  const proof = OWNER_NAMES.map(honest.proofOf).find(({ mine }) => mine.shards.some(isBeside))
  const part = proof?.mine.shards.find(isBeside)
  const sibling = part?.path.at(-1)
  if (!proof?.anchor || !part || !sibling) throw new Error(`Nobody has a part beside the ${side} half`)
  const total = String(BigInt(proof.epoch.total) - 1n)
  const path = [...part.path.slice(0, -1), { ...sibling, sum: String(BigInt(sibling.sum) - 1n) }]
  return {
    lie: `a sum on the ${side} that is smaller than what it stands for`,
    proof: {
      ...proof,
      mine: { ...proof.mine, shards: [{ ...part, path }] },
      balance: part.amount,
      epoch: { ...proof.epoch, total },
      anchor: { ...proof.anchor, total },
    },
    fails: ['counted'],
  }
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
function regrown(alice: ProofFile, proofs?: 'with the proofs of the old one'): Lie {
  const log = makeLog(installation, 11, {
    change: (entry) => (entry.journal_id === '108' ? { ...entry, amount: '1' } : entry),
  })
  return {
    lie: ['a log cut and regrown', ...(proofs ? [proofs] : [])].join(', '),
    proof: {
      ...alice,
      log: {
        checkpoint: log.checkpointAt(11),
        fromAnchor: log.consistency(8, 11),
        fromKept: (proofs ? honest.log : log).consistency(9, 11),
      },
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
