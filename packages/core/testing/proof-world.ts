import { bytesToHex, parseHex } from '../src/proofs/bytes.ts'
import { nameHash, type OwnerKind, ownerCommitment, shardHash } from '../src/proofs/commitments.ts'
import type { EpochRecord, Known, ProofFile } from '../src/proofs/proof-file.ts'
import { splitBalance, splitBytes } from '../src/proofs/shards.ts'
import { parentOf, type SumNode } from '../src/proofs/sum-tree.ts'
import { at, bytesFor, logSigner } from './proof-bytes.ts'
import { type LogWorld, makeLog } from './proof-log.ts'

const OWNERS = {
  tfalice: { kind: 'member', balance: 116_775_000n },
  tfbob: { kind: 'member', balance: 116_775_000n },
  tfcarol: { kind: 'member', balance: 1n },
  tfdave: { kind: 'member', balance: 0n },
  water: { kind: 'cause', balance: 2_500_000_000n },
  operations: { kind: 'operations', balance: 721_300_001n },
} satisfies Record<string, { kind: OwnerKind; balance: bigint }>

export type OwnerName = keyof typeof OWNERS

const DEPTH = 5
const PARTS = 3
const EPOCH = 3
const NOW = 1_800_000_000
const [KEPT, ANCHORED, SIZE] = [9, 8, 11]

export type WorldOptions = {
  installation?: string
  /** The epoch that is inside its leaves. */
  counted?: number
  /** Owners that the tree leaves out. */
  without?: readonly OwnerName[]
  /** Leaves that belong to nobody, before and after all others. */
  first?: SumNode
  last?: SumNode
  /** How nodes are made of their children. */
  parent?: (left: SumNode, right: SumNode) => SumNode
  log?: LogWorld
}

/** A small installation: a few who are owed something, a contract that says so, and a log. */
export function makeWorld({
  installation = bytesToHex(bytesFor('installation')),
  counted: epoch = EPOCH,
  without = [],
  first,
  last,
  parent = parentOf,
  log = makeLog(installation, SIZE),
}: WorldOptions = {}) {
  const parts = Object.entries(OWNERS)
    .filter(([name]) => !without.includes(name as OwnerName))
    .flatMap(([name, { kind, balance }]) => {
      const random = bytesFor(`${name} split`, splitBytes(PARTS))
      return splitBalance({ balance, parts: PARTS, random }).map((amount, shard) => {
        const nonce = bytesFor(`${name} nonce ${shard}`, 16)
        const owner = ownerCommitment({
          installation: parseHex(installation, 32),
          epoch,
          kind,
          name: nameHash(name),
          salt: saltOf(name),
        })
        return { name, shard, nonce, amount, hash: shardHash({ epoch, owner, nonce, shard, amount }) }
      })
    })
    .toSorted((a, b) => (bytesToHex(a.hash) < bytesToHex(b.hash) ? -1 : 1))
  const leaves = [
    ...(first ? [first] : []),
    ...parts.map(({ hash, amount }) => ({ hash, sum: amount })),
    ...(last ? [last] : []),
  ]

  const levels: SumNode[][] = [padded(leaves)]
  for (let level = 0; level < DEPTH; level++)
    levels.push(pairs(at(levels, level)).map(([left, right]) => parent(left, right)))
  const root = at(at(levels, DEPTH), 0)

  const record: EpochRecord = {
    installation,
    epoch: EPOCH,
    // Before all lines that proofs have.
    journal: '101',
    depth: DEPTH,
    leaves: leaves.length,
    root: bytesToHex(root.hash),
    total: String(root.sum),
    // The token has 18 decimals.
    assets: { vault: `1000000000${'0'.repeat(13)}`, treasury: `4000000000${'0'.repeat(13)}` },
    log: { size: ANCHORED, root: bytesToHex(log.rootAt(ANCHORED)) },
    contract: '0x00000000000000000000000000000000a77e57a7',
  }
  const known: Known = {
    installation,
    chain: 31_337,
    contract: record.contract,
    logKey: bytesToHex(logSigner.publicKey),
    epoch: EPOCH - 1,
    checkpoint: log.checkpointAt(KEPT),
  }

  const pathOf = (index: number) =>
    levels.slice(0, DEPTH).map((nodes, level) => {
      const own = Math.floor(index / 2 ** level)
      const { sum, hash } = at(nodes, own % 2 === 0 ? own + 1 : own - 1)
      return { sum: String(sum), hash: bytesToHex(hash) }
    })

  return {
    leaves,
    record,
    known,
    log,
    proofOf: (name: OwnerName): ProofFile => {
      const { kind, balance } = OWNERS[name]
      return {
        format: 'trefoil proof 1',
        time: NOW,
        known,
        owner: { kind, name: bytesToHex(nameHash(name)) },
        balance: String(balance),
        epoch: record,
        anchor: {
          source: 'own',
          chain: known.chain,
          contract: record.contract,
          decimals: 18,
          epoch: EPOCH,
          root: record.root,
          total: record.total,
          log: record.log,
          assets: record.assets,
          time: NOW - 7200,
          latest: { epoch: EPOCH, time: NOW - 7200 },
        },
        mine: {
          salt: bytesToHex(saltOf(name)),
          shards: parts.flatMap(({ name: whose, shard, nonce, amount }, part) => {
            const index = first ? part + 1 : part
            return whose === name
              ? [{ index, shard, nonce: bytesToHex(nonce), amount: String(amount), path: pathOf(index) }]
              : []
          }),
        },
        log: {
          checkpoint: log.checkpointAt(SIZE),
          fromAnchor: log.consistency(ANCHORED, SIZE),
          fromKept: log.consistency(KEPT, SIZE),
        },
        lines: [log.lineOf(SIZE - 1, 0), log.lineOf(2, 3)],
      }
    },
  }
}

export const OWNER_NAMES = Object.keys(OWNERS) as OwnerName[]

const saltOf = (name: string): Uint8Array => bytesFor(`${name} salt`)

const padded = (leaves: readonly SumNode[]): SumNode[] =>
  Array.from({ length: 2 ** DEPTH }, (_, index) => leaves[index] ?? { hash: new Uint8Array(32), sum: 0n })

const pairs = (nodes: readonly SumNode[]): [SumNode, SumNode][] =>
  Array.from({ length: nodes.length / 2 }, (_, pair) => [at(nodes, 2 * pair), at(nodes, 2 * pair + 1)])
