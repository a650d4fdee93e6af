import { bytesToHex } from './bytes.ts'
import { signCheckpoint } from './checkpoint.ts'
import { encodeEntry } from './log-leaf.ts'
import { PROOF_FORMAT, type ProofFile } from './proof-file.ts'
import { verifyProofWith } from './verify.ts'

/**
 * Checks a proof of nothing. Code that runs for the first time is several times slower, so this is for whoever waits for
 * something else first: the answers of a server, or somebody who chooses a file.
 */
export async function warmUp(): Promise<void> {
  await verifyProofWith(async () => true, proofOfNothing())
}

const [DEPTH, SIZE] = [24, 2 ** 20]
const HASH = new Uint8Array(32)
const HEX = bytesToHex(HASH)
const ADDRESS = '0x0'

export function proofOfNothing(): ProofFile {
  const log = { installation: HEX, number: 1 }
  const checkpoint = (size: number) => signCheckpoint({ log, size, root: HASH }, HASH, () => new Uint8Array(64))
  const claim = {
    epoch: 1,
    root: HEX,
    total: '0',
    assets: { vault: '0', treasury: '0' },
    log: { size: SIZE - 1, root: HEX },
    contract: ADDRESS,
  }
  const entry = encodeEntry({
    journal_id: '1',
    created_at_us: '0',
    reason: 'deposit',
    reference: 'none',
    rule_version: 1,
    member_id: 1,
    account: 'impact',
    sequence: '1',
    amount: '0',
    balance_after: '0',
    share: null,
  })
  const hashes = Array.from({ length: Math.log2(SIZE) }, () => HEX)
  return {
    format: PROOF_FORMAT,
    time: 0,
    known: { installation: HEX, chain: 1, contract: ADDRESS, logKey: HEX, epoch: 0, checkpoint: checkpoint(SIZE - 2) },
    owner: { kind: 'member', name: HEX },
    balance: '0',
    epoch: { ...claim, installation: HEX, journal: '1', depth: DEPTH, leaves: 3 },
    anchor: { ...claim, source: 'own', chain: 1, decimals: 18, time: 0, latest: { epoch: 1, time: 0 } },
    mine: {
      salt: HEX,
      shards: [0, 1, 2].map((shard) => ({
        index: shard,
        shard,
        nonce: HEX.slice(0, 32),
        amount: '0',
        path: Array.from({ length: DEPTH }, () => ({ sum: '0', hash: HEX })),
      })),
    },
    log: { checkpoint: checkpoint(SIZE), fromAnchor: hashes, fromKept: hashes },
    lines: [0, 1, 2].map((index) => ({
      kind: 'journal',
      id: '1',
      count: 8,
      index,
      hashes,
      opening: { position: 0, salt: HEX.slice(0, 32), entry, path: [HEX, HEX, HEX] },
      shown: { account: 'impact' },
    })),
  }
}
