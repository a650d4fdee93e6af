import type { ProofFile } from '@trefoil/core/proofs/proof-file'
import type { CheckName } from '@trefoil/core/proofs/verify'
import { expect, test } from 'vitest'
import { shareTestChain } from '../../testing/chain.ts'
import { failedChecks, openEpochs, type Epochs } from '../../testing/epochs.ts'

const chain = await shareTestChain()
const HOUR_SECONDS = 3600

type Scene = { epochs: Epochs; proof: ProofFile; other: ProofFile; older: ProofFile }
type Lie = { tell: (scene: Scene) => ProofFile | Promise<ProofFile>; caughtBy: CheckName }

/** What the server could answer instead of the truth. */
const LIES: Record<string, Lie> = {
  'a member is left out': {
    tell: ({ proof }) => ({ ...proof, mine: { ...proof.mine, shards: [] } }),
    caughtBy: 'shards',
  },
  'more is shown than is counted': {
    tell: ({ proof }) => ({ ...proof, balance: String(BigInt(proof.balance) + 1n) }),
    caughtBy: 'balance',
  },
  'one part is shown twice': {
    tell: ({ proof }) => ({
      ...proof,
      mine: { ...proof.mine, shards: [proof.mine.shards[0]!, proof.mine.shards[0]!, proof.mine.shards[2]!] },
    }),
    caughtBy: 'shards',
  },
  'two members are shown the same leaves': {
    tell: ({ proof, other }) => ({ ...other, mine: proof.mine, balance: proof.balance }),
    caughtBy: 'counted',
  },
  'a leaf is negative': { tell: ({ proof }) => withShard(proof, { amount: '-1' }), caughtBy: 'counted' },
  'a sum overflows': {
    tell: ({ proof }) => withSibling(proof, { sum: String(2n ** 64n - 1n) }),
    caughtBy: 'counted',
  },
  'the larger of two stands for their sum': {
    tell: ({ proof }) => withSibling(proof, { sum: '0' }),
    caughtBy: 'counted',
  },
  'the vault is said to hold more': {
    tell: ({ proof }) => ({ ...proof, epoch: { ...proof.epoch, assets: { vault: '9'.repeat(30), treasury: '0' } } }),
    caughtBy: 'anchored',
  },
  'the total is said to be less': {
    tell: ({ proof }) => ({ ...proof, epoch: { ...proof.epoch, total: '1' } }),
    caughtBy: 'anchored',
  },
  'an old epoch is served as new': {
    tell: ({ older, proof }) => ({ ...older, time: proof.time + 2 * HOUR_SECONDS }),
    caughtBy: 'newest',
  },
  'it is of another installation': {
    tell: ({ proof }) => ({ ...proof, epoch: { ...proof.epoch, installation: 'ab'.repeat(32) } }),
    caughtBy: 'installation',
  },
  'a leaf was changed in the database': {
    tell: async ({ epochs, proof }) => {
      await epochs.wallet.owner.query(
        `update epoch_nodes set content = set_byte(content, $1, get_byte(content, $1) # 1) where epoch = $2 and level = 0`,
        [proof.mine.shards[0]!.index * 40 + 39, proof.epoch.epoch],
      )
      return epochs.proofFile(epochs.wallet.members[0]!, proof.epoch.epoch)
    },
    caughtBy: 'counted',
  },
  'an entry was changed in the database': {
    tell: async ({ epochs, proof }) => {
      const client = await epochs.wallet.owner.connect()
      await client.query('set session_replication_role = replica')
      await client.query('update entry set balance_after = balance_after + 1000 where member_id = $1', [
        epochs.wallet.members[1]!,
      ])
      client.release(true)
      return epochs.proofFile(epochs.wallet.members[1]!, proof.epoch.epoch)
    },
    caughtBy: 'balance',
  },
}

const withShard = (proof: ProofFile, change: object): ProofFile => {
  const [first, ...rest] = proof.mine.shards
  return { ...proof, mine: { ...proof.mine, shards: [{ ...first!, ...change }, ...rest] } }
}

/** The sibling half way up, which stands for many leaves. */
const withSibling = (proof: ProofFile, change: { sum: string }): ProofFile => {
  const path = proof.mine.shards[0]!.path
  const level = path.findLastIndex(({ sum }) => sum !== '0')
  return withShard(proof, { path: path.map((node, index) => (index === level ? { ...node, ...change } : node)) })
}

test('whatever the server lies about, the verifier catches', async () => {
  const epochs = await openEpochs(chain)
  const [ada, ben] = [epochs.wallet.members[0]!, epochs.wallet.members[1]!]
  for (const member of [ada, ben]) await epochs.wallet.earn(member, 30)
  const first = await epochs.makeEpoch()
  await chain.mine(3)
  await epochs.askForEpoch()
  const second = await epochs.makeEpoch()
  const proof = await epochs.proofFile(ada, second)
  const scene = { epochs, proof, other: await epochs.proofFile(ben, second), older: await epochs.proofFile(ada, first) }
  expect(failedChecks(proof)).toEqual([])
  for (const [name, { tell, caughtBy }] of Object.entries(LIES))
    expect(failedChecks(await tell(scene)), name).toContain(caughtBy)
})
