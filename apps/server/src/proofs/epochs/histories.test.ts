import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import pg from 'pg'
import { expect, test } from 'vitest'
import { shareTestChain, UNIT } from '../../testing/chain.ts'
import { openEpochs, type Epochs } from '../../testing/epochs.ts'
import { openWith } from '../../secrets/keyring.ts'
import { countOwed } from './count-owed.ts'
import { readOwed } from './read-owed.ts'

const chain = await shareTestChain()

type Operation = { kind: 'earn' | 'ask' | 'deposit' | 'pay'; member: number; whole: number }

async function perform(epochs: Epochs, { kind, member: index, whole }: Operation): Promise<void> {
  const { wallet } = epochs
  const member = wallet.members[index % wallet.members.length]!
  if (kind === 'earn') await wallet.earn(member, whole)
  else if (kind === 'ask') await epochs.ask({ member, whole: whole + 10 })
  else if (kind === 'pay') await epochs.finish()
  else {
    await chain.pay(await wallet.addressOf(chain.chain, member), BigInt(whole) * UNIT + 7n)
    await chain.mine(3)
    await wallet.follow(chain.chain)
  }
}

const histories = fc.array(
  fc.record({
    kind: fc.constantFrom<Operation['kind'][]>('earn', 'ask', 'deposit', 'pay'),
    member: fc.nat(7),
    whole: fc.integer({ min: 1, max: 50 }),
  }),
  { minLength: 1, maxLength: 6 },
)

test('after any history, an epoch counts what the ledger owes, to each and in all', async () => {
  const epochs = await openEpochs(chain)
  const client = new pg.Client({ connectionString: epochs.wallet.databaseUrl })
  await client.connect()
  try {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        for (const operation of history) await perform(epochs, operation)
        const owed = await readOwed(client, {
          open: (box) => openWith(epochs.keyring.keysTo('private key'), 'private key', box),
          rest: async () => {},
        })
        const { total } = await countOwed({
          owed,
          epoch: 1,
          installation: randomBytes(32),
          key: randomBytes(32),
          keep: async () => {},
          rest: async () => {},
        })
        const { rows } = await epochs.wallet.owner.query<{ owner: number; units: string }>(`
          select member_id as owner, sum(amount)::text as units from entry
          where (member_id, account) not in ((0, 'chain'), (0, 'dust')) group by 1 order by 1`)
        const counted = [...owed.owners].map((owner, index) => ({ owner, units: String(owed.amounts[index]) }))
        expect(counted.filter(({ units }) => units !== '0')).toEqual(rows.filter(({ units }) => units !== '0'))
        expect(rows.reduce((sum, { units }) => sum + BigInt(units), 0n)).toBe(total)
        expect(owed.unnamed).toBe(0)
      }),
      { numRuns: 15 },
    )
  } finally {
    await client.end()
  }
})
