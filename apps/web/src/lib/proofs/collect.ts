import type { listEpochs, readAttestation, readOwnProof } from '@trefoil/contract/epochs'
import type { readLog } from '@trefoil/contract/proof-log'
import type { FindingMeaning } from '@trefoil/core/proofs/finding-values'
import { type Anchor, readAnswers } from '@trefoil/core/proofs/anchor'
import { type Known, parseProofFile, PROOF_FORMAT, type ProofFile } from '@trefoil/core/proofs/proof-file'
import type { DataOf } from '../endpoint.ts'
import { type Ask, dataFrom, maybeDataFrom } from './ask.ts'
import { collectLines } from './collect-lines.ts'
import { collectLog, type KeptCheckpoint } from './collect-log.ts'
import type { ShownLine } from './shown-lines.ts'

/** What this browser pinned: who and where, the newest epoch checked, and checkpoints, newest last. */
export type Pins = Omit<Known, 'checkpoint' | 'earlier'> & { checkpoints: readonly KeptCheckpoint[] }

export type Question = {
  ask: Ask
  /** SHA-256 of the member's private key. */
  name: string
  shown: readonly ShownLine[]
  /** Null at the first visit: what the server says then is believed, and held against it later. */
  pins: Pins | null
  now: () => number
  sleep: (ms: number) => Promise<void>
}

export type Collected =
  | { kind: 'proof'; proof: ProofFile }
  /** Nothing to check yet. */
  | { kind: 'none'; why: 'contract' | 'epoch' | 'log' }
  /** The server does not show any more what it has shown before. */
  | { kind: 'withheld'; said: Withheld }

/** In English, and for other languages. */
export type Withheld = FindingMeaning & { because: string }

/** Everything that a check looks at, from our own server. */
export async function collectProof(question: Question): Promise<Collected> {
  const { ask, name, pins } = question
  const list = await dataFrom<DataOf<typeof listEpochs>>(ask('/proofs/epochs?limit=1'))
  const [epoch] = list.epochs
  if (!epoch) {
    if (pins && pins.epoch > 0)
      return withheld(`Epoch ${pins.epoch} was checked before, and no epoch is shown now.`, {
        code: 'epochs_withheld',
        params: { epoch: pins.epoch },
      })
    return { kind: 'none', why: list.contract === null ? 'contract' : 'epoch' }
  }
  const log = await maybeDataFrom<DataOf<typeof readLog>>(ask('/proofs/log'))
  if (!log) {
    if (pins && pins.checkpoints.length > 0) return withheld('The log is not shown any more.', { code: 'log_withheld' })
    return { kind: 'none', why: 'log' }
  }
  const own = await maybeDataFrom<DataOf<typeof readOwnProof>>(ask(`/proofs/epochs/${epoch.epoch}/mine`, 'as member'))
  if (!own)
    return withheld(`No proof is given for epoch ${epoch.epoch}.`, {
      code: 'proof_withheld',
      params: { epoch: epoch.epoch },
    })
  const anchor = await askContract(ask, epoch.epoch)
  const lines = await collectLines(question)
  const kept = pins?.checkpoints ?? []
  const { checkpoint, fromAnchor, fromKept, earlier, size } = await collectLog(question, {
    anchored: anchor?.log.size ?? epoch.log.size,
    kept,
  })
  const { balance, ...mine } = own
  const known: Known = {
    installation: pins?.installation ?? list.installation,
    chain: pins?.chain ?? list.chain,
    contract: pins?.contract ?? list.contract ?? epoch.contract,
    logKey: pins?.logKey ?? log.key,
    epoch: pins?.epoch ?? 0,
    checkpoint: kept.at(-1)?.note ?? null,
    ...(earlier !== undefined && { earlier }),
  }
  const { installation, depth, leaves, root, total, assets, log: anchoredLog, contract, journal } = epoch
  const file = {
    format: PROOF_FORMAT,
    time: Math.floor(question.now() / 1000),
    known,
    owner: { kind: 'member', name },
    balance,
    epoch: {
      installation,
      epoch: epoch.epoch,
      journal,
      depth,
      leaves,
      root,
      total,
      assets,
      log: anchoredLog,
      contract,
    },
    anchor: anchor && { ...anchor, source: 'server' },
    mine,
    log: { checkpoint, fromAnchor, fromKept },
    lines: await lines.includedIn(size),
  }
  // As it would be read from disk: nothing that is not in the file is checked.
  return { kind: 'proof', proof: parseProofFile(JSON.parse(JSON.stringify(file))) }
}

const withheld = (because: string, means: FindingMeaning): Collected => ({
  kind: 'withheld',
  said: { because, ...means },
})

/** Null: the chain cannot be asked now. */
async function askContract(ask: Ask, epoch: number): Promise<Anchor | null> {
  const { status, body } = await ask(`/proofs/epochs/${epoch}/attestation`)
  if (status !== 200) return null
  const { data } = body as { data: DataOf<typeof readAttestation> }
  const { contract, chain, block, decimals, latest, attestation, newest } = data
  const calls = [decimals, latest, attestation, newest]
  const answer = async (method: string) =>
    method === 'eth_blockNumber' ? block : method === 'eth_chainId' ? chain : calls.shift()
  return readAnswers(answer, { contract, epoch })
}
