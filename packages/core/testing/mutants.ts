import { readFileSync } from 'node:fs'

/** The verifier without one of its checks. `file` is in `src/proofs`; `remove` occurs once in it. */
export type Mutant = { name: string; edits: readonly Edit[] }
export type Edit = { file: string; at: number; length: number; put: string }

/** Every way in which a check fails, each replaced by passing, and every part of a condition that one of them has. */
export const makeMutants = (): Mutant[] => [
  ...['check-anchor.ts', 'check-log.ts', 'check-sum.ts'].flatMap(withoutEachFailure),
  ...PARTS.map(([file, remove, put = '']) => ({ name: `${file}: ${remove}`, edits: [edit(file, remove, put)] })),
  {
    name: 'commitments.ts: no epoch in a leaf',
    edits: [
      edit('commitments.ts', '  view.setBigUint64(at + 45, epochNumber(owner.epoch))\n'),
      edit('commitments.ts', '  view.setBigUint64(at + 1, epochNumber(epoch))\n'),
    ],
  },
]

function withoutEachFailure(file: string): Mutant[] {
  const text = textOf(file)
  return [...text.matchAll(/(?<=\breturn |[?:] )failed\((?=(?<rest>.*\n.*))/g)].map((found) => ({
    name: `${file}: ${found[0]}${found.groups?.['rest']?.split('\n')[0]} (line ${text.slice(0, found.index).split('\n').length})`,
    edits: [{ file, at: found.index, length: 'failed'.length, put: 'passed' }],
  }))
}

const PARTS: readonly [file: string, remove: string, put?: string][] = [
  ['check-anchor.ts', '...(anchor ? [anchor.contract] : [])', ''],
  ['check-anchor.ts', 'const contracts = [epoch.contract, ', 'const contracts = ['],
  ['check-anchor.ts', 'if (anchor.epoch !== epoch.epoch || ', 'if ('],
  ['check-anchor.ts', ' || anchor.latest.epoch < epoch.epoch'],
  ['check-anchor.ts', "    ['root', epoch.root, anchor.root],\n"],
  ['check-anchor.ts', "    ['total', epoch.total, anchor.total],\n"],
  ['check-anchor.ts', "    ['size of the log', String(epoch.log.size), String(anchor.log.size)],\n"],
  ['check-anchor.ts', "    ['root of the log', epoch.log.root, anchor.log.root],\n"],
  ['check-anchor.ts', `    ["vault's balance", epoch.assets.vault, anchor.assets.vault],\n`],
  ['check-anchor.ts', `    ["treasury's balance", epoch.assets.treasury, anchor.assets.treasury],\n`],
  ['check-anchor.ts', 'anchor?.epoch !== epoch.epoch || anchor', '!anchor || anchor'],
  ['check-anchor.ts', ' || time - anchor.time > AGE_MAX_SECONDS'],
  ['check-anchor.ts', 'log.size > setBackTo || '],
  ['check-anchor.ts', ' || latest.logSize <= setBackTo'],
  ['check-anchor.ts', '(kept()?.log.number ?? Infinity) < head.log.number && '],
  ['check-anchor.ts', ' && known.epoch <= latest.epoch'],
  ['check-sum.ts', 'index >= epoch.leaves || '],
  ['check-sum.ts', ' || path.length !== epoch.depth'],
  ['check-sum.ts', 'bytesToHex(reached.hash) !== root || '],
  ['check-sum.ts', ' || reached.sum !== parseU64(total)'],
  ['check-log.ts', '!reached || !isSame(reached, head.root)', 'false'],
  ['check-log.ts', 'if (logged === shown) continue', 'continue'],
  ['check-log.ts', 'newer.log.number < older.log.number || '],
  ['check-log.ts', ' || previous.size >= older.size'],
  ['check-log.ts', 'before.log.installation === newer.log.installation && '],
  ['check-log.ts', ' && isConsistent(before, newer, hashes)'],
  ['check-log.ts', ' && before.size > 0'],
  ['check-log.ts', ' && before.size <= previous.size'],
  ['log-verify.ts', 'isSame(roots.first, first.root) && '],
  ['log-verify.ts', ' && isSame(roots.second, second.root)'],
  ['logged-balance.ts', 'newestOfEach(entries.filter((entry) => entry.journal <= journal))', '0n'],
  ['sum-path.ts', ' || index >= 2 ** path.length'],
  ['sum-tree.ts', "  if (sum > U64_MAX) throw new RangeError('The sum is more than 2^64 - 1')\n"],
  ['sum-tree.ts', '  to.view.setBigUint64(at + 1, left)\n'],
  ['sum-tree.ts', '  to.view.setBigUint64(at + 41, right)\n'],
  ['commitments.ts', '  bytes.set(sized(owner.name, HASH_BYTES), at + 54)\n'],
  ['commitments.ts', '  bytes.set(sized(owner.installation, INSTALLATION_BYTES), at + 13)\n'],
  ['commitments.ts', '  bytes[at + 57] = shard\n'],
  ['bytes.ts', '(?:0|[1-9]', '(?:0|-?[1-9]'],
  ['log-leaf.ts', 'u64(id), '],
  ['checkpoint.ts', '!isSignedBy(parsed, { name: originOf(checkpoint.log), publicKey }, isValid)', 'false'],
  ['verify.ts', "outcome: 'failed', because", "outcome: 'passed', because"],
]

/** Throws unless the text is there once: a check that was moved must not go untested. */
function edit(file: string, remove: string, put = ''): Edit {
  const [before = '', ...after] = textOf(file).split(remove)
  if (after.length !== 1) throw new Error(`${file} has ${after.length} times: ${remove}`)
  return { file, at: before.length, length: remove.length, put }
}

const textOf = (file: string): string => readFileSync(new URL(`../src/proofs/${file}`, import.meta.url), 'utf8')
