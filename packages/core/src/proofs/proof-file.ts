import type { Anchor } from './anchor.ts'
import { Malformed } from './bytes.ts'
import { OWNER_KINDS, type OwnerKind } from './commitments.ts'
import { LEAF_KINDS, type LeafKind } from './log-leaf.ts'

export const PROOF_FORMAT = 'trefoil proof 1'

/**
 * Everything that a member's check looks at, as it was received: amounts are decimal texts, hashes are hexadecimal.
 * Kept as a file, it is the evidence: anybody can repeat the check without the server.
 */
export type ProofFile = {
  format: typeof PROOF_FORMAT
  /** When it was checked, in seconds since 1970. */
  time: number
  known: Known
  owner: {
    kind: OwnerKind
    /** SHA-256 of the name, so that the file does not give it away. */
    name: string
  }
  /** What the owner was shown as their balance at this epoch. */
  balance: string
  epoch: EpochRecord
  /** What the contract answered; null if no node of the chain could be asked. */
  anchor: (Anchor & { source: AnchorSource }) | null
  mine: { salt: string; shards: readonly ShardProof[] }
  log: {
    /** A signed note. */
    checkpoint: string
    /** Consistency proofs from the anchored log to this one, and from the kept checkpoint or the earlier one. */
    fromAnchor: readonly string[]
    fromKept: readonly string[]
  }
  lines: readonly LineProof[]
}

/** What this browser knew before, from its first visit or from its last check. */
export type Known = {
  installation: string
  chain: number
  contract: string
  /** The log's Ed25519 public key. */
  logKey: string
  /** The newest epoch checked; 0 if there is none. */
  epoch: number
  /** The last checkpoint seen. */
  checkpoint: string | null
  /** After the database was set back to before the last one: an earlier one that it still has. */
  earlier?: string
}

/** Asked through the server, whose answer proves little, or through a node that the member chose. */
export type AnchorSource = 'server' | 'own'

export type EpochRecord = {
  installation: string
  epoch: number
  /** The last journal that the server says is counted. */
  journal?: string
  depth: number
  leaves: number
  root: string
  total: string
  assets: { vault: string; treasury: string }
  log: { size: number; root: string }
  contract: string
}

export type ShardProof = {
  index: number
  shard: number
  nonce: string
  amount: string
  path: readonly { sum: string; hash: string }[]
}

/** That a line of a statement is in the log as it was shown. */
export type LineProof = {
  kind: LeafKind
  id: string
  count: number
  index: number
  hashes: readonly string[]
  opening: { position: number; salt: string; entry: string; path: readonly string[] }
  /** Columns of the entry as the owner was shown them. */
  shown: Readonly<Record<string, string | number | null>>
}

/** Refuses what lacks a part. What the parts say is for the checks to judge. */
export function parseProofFile(value: unknown): ProofFile {
  const file = fields(value, 'The file', {
    format: (format) => format === PROOF_FORMAT,
    time: isNumber,
    known: isObject,
    owner: isObject,
    balance: isText,
    epoch: isObject,
    anchor: (anchor) => anchor === null || isObject(anchor),
    mine: isObject,
    log: isObject,
    lines: isList,
  }) as unknown as ProofFile
  const { known, owner, epoch, anchor, mine, log, lines } = file
  fields(known, 'known', {
    installation: isText,
    chain: isNumber,
    contract: isText,
    logKey: isText,
    epoch: isNumber,
    checkpoint: (note) => note === null || isText(note),
    earlier: isOptionalText,
  })
  fields(owner, 'owner', { kind: (kind) => isText(kind) && Object.hasOwn(OWNER_KINDS, kind), name: isText })
  const claim = { contract: isText, epoch: isNumber, root: isText, total: isText, log: isLog, assets: isAssets }
  fields(epoch, 'epoch', {
    ...claim,
    // In an anchor, 0 is an epoch that was never posted.
    epoch: (number) => isNumber(number) && number !== 0,
    installation: isText,
    depth: isNumber,
    leaves: isNumber,
    journal: isOptionalText,
  })
  if (anchor) {
    const source = (from: unknown) => from === 'server' || from === 'own'
    fields(anchor, 'anchor', {
      ...claim,
      source,
      chain: isNumber,
      decimals: isNumber,
      time: isNumber,
      latest: isObject,
    })
    fields(anchor.latest, 'latest', { epoch: isNumber, time: isNumber, logSize: isOptionalNumber })
  }
  fields(mine, 'mine', { salt: isText, shards: isList })
  for (const shard of mine.shards)
    fields(shard, 'A shard', { index: isNumber, shard: isNumber, nonce: isText, amount: isText, path: isPath })
  fields(log, 'log', { checkpoint: isText, fromAnchor: isTexts, fromKept: isTexts })
  for (const line of lines) {
    const kind = (name: unknown) => isText(name) && Object.hasOwn(LEAF_KINDS, name)
    const numbers = { count: isNumber, index: isNumber }
    fields(line, 'A line', { ...numbers, kind, id: isText, hashes: isTexts, opening: isObject, shown: isObject })
    fields(line.opening, 'An opening', { position: isNumber, salt: isText, entry: isText, path: isTexts })
  }
  return file
}

type Test = (value: unknown) => boolean

function fields(value: unknown, what: string, tests: Record<string, Test>): Record<string, unknown> {
  if (!isObject(value)) throw new Malformed(`${what} is not an object`)
  for (const [name, test] of Object.entries(tests))
    if (!test(value[name])) throw new Malformed(`${what} has no proper ${name}`)
  return value
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === 'string'
const isOptionalText: Test = (value) => value === undefined || isText(value)
const isNumber: Test = (value) => Number.isSafeInteger(value) && (value as number) >= 0
const isOptionalNumber: Test = (value) => value === undefined || isNumber(value)
const isList = (value: unknown): value is unknown[] => Array.isArray(value)
const isTexts: Test = (value) => isList(value) && value.every(isText)
const isPath: Test = (value) =>
  isList(value) && value.every((node) => isObject(node) && isText(node['sum']) && isText(node['hash']))
const isLog: Test = (value) => isObject(value) && isNumber(value['size']) && isText(value['root'])
const isAssets: Test = (value) => isObject(value) && isText(value['vault']) && isText(value['treasury'])
