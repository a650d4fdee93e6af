import { createHash } from 'node:crypto'
import { nameHash } from '@trefoil/core/proofs/commitments'
import { bytesToHex } from '@trefoil/core/proofs/bytes'
import { PROOF_FORMAT, type ProofFile } from '@trefoil/core/proofs/proof-file'
import { verifyProof, type CheckName } from '@trefoil/core/proofs/verify'
import { anchorIn } from '../chain/attestations.ts'
import type { Chain } from '../chain/chain.ts'
import { privateKeyOf } from '../members/accounts.ts'
import { look } from '../payouts/sender.ts'
import { stepEpochs, type EpochContext } from '../proofs/epochs/epochs.ts'
import { readEpochs } from '../proofs/epochs/read-epochs.ts'
import { proofFor } from '../proofs/epochs/read-own-proof.ts'
import { makeKeyring, type Keyring } from '../secrets/keyring.ts'
import type { TestChain } from './chain.ts'
import { openPayouts, type Payouts } from './payouts.ts'
import { testSettings } from './settings.ts'

export type Epochs = Payouts & {
  keyring: Keyring
  epochContext(changes?: Partial<EpochContext>): EpochContext
  /** Steps, looks and lets the chain grow until the newest epoch is anchored or failed: its number. */
  makeEpoch(changes?: Partial<EpochContext>): Promise<number>
  stateOfEpoch(number: number): Promise<{ state: string; why: string | null; outstanding: string | null }>
  /** Asks for another one, as two operators would. */
  askForEpoch(): Promise<void>
  /** What a member's browser gets together from the server and from the contract. */
  proofFile(member: number, epoch: number): Promise<ProofFile>
}

export const EMPTY_LOG_HEAD = { size: 0n, root: createHash('sha256').digest() }

export async function openEpochs(chain: TestChain): Promise<Epochs> {
  const payouts = await openPayouts(chain)
  const { wallet } = payouts
  const keyring = makeKeyring(testSettings({}).secret ?? '')
  const epochContext: Epochs['epochContext'] = (changes = {}) => ({
    db: wallet.db,
    chain: chain.chain,
    keyring,
    databaseUrl: wallet.databaseUrl,
    readLogHead: async () => EMPTY_LOG_HEAD,
    // A thread takes a third of a second to load what this one has.
    isApart: false,
    ...changes,
  })
  const newest = async () =>
    wallet.db.selectFrom('epoch').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirst()
  return {
    ...payouts,
    keyring,
    epochContext,
    async makeEpoch(changes) {
      for (let steps = 0; steps < 30; steps += 1) {
        await stepEpochs(epochContext(changes))
        const found = await newest()
        if (found?.state === 'anchored' || found?.state === 'failed') return found.number
        await look(payouts.context(changes?.chain))
        await chain.mine(3)
        await wallet.follow(chain.chain)
      }
      throw new Error(`The epoch stays ${(await newest())?.state}: ${(await newest())?.why}`)
    },
    async stateOfEpoch(number) {
      const { state, why, outstanding } = await wallet.db
        .selectFrom('epoch')
        .selectAll()
        .where('number', '=', number)
        .executeTakeFirstOrThrow()
      return { state, why, outstanding }
    },
    async askForEpoch() {
      await wallet.owner.query('insert into epoch (number) select coalesce(max(number), 0) + 1 from epoch')
    },
    proofFile: (member, epoch) => gatherProof({ wallet, keyring, chain: chain.chain }, member, epoch),
  }
}

type Gathering = { wallet: Payouts['wallet']; keyring: Keyring; chain: Chain }

async function gatherProof({ wallet, keyring, chain }: Gathering, member: number, number: number): Promise<ProofFile> {
  const { db } = wallet
  const { epochs, installation } = await readEpochs({ db, chain }, {})
  const epoch = epochs.find((one) => one.epoch === number)!
  const { balance, ...mine } = await proofFor({ db, keyring }, { epoch: number, owner: member })
  const anchor = await anchorIn(await chain.attestationAnswers(number), number)
  const account = await db.selectFrom('account').select('key_box').where('id', '=', member).executeTakeFirstOrThrow()
  return {
    format: PROOF_FORMAT,
    time: anchor!.time,
    known: { installation, chain: chain.id, contract: chain.attestations!, logKey: '', epoch: 0, checkpoint: null },
    owner: { kind: 'member', name: bytesToHex(nameHash(privateKeyOf(keyring, account))) },
    balance,
    epoch,
    anchor: { ...anchor!, source: 'own' },
    mine,
    log: { checkpoint: '', fromAnchor: [], fromKept: [] },
    lines: [],
  }
}

const OF_THE_LOG: readonly CheckName[] = ['checkpoint', 'anchoredLog', 'keptLog', 'lines']

/** The checks of the sum tree and of the anchor that fail. */
export const failedChecks = (proof: ProofFile): CheckName[] =>
  verifyProof(proof)
    .steps.filter(({ check, outcome }) => outcome !== 'passed' && !OF_THE_LOG.includes(check))
    .map(({ check }) => check)
