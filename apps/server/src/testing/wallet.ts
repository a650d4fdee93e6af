import { randomUUID } from 'node:crypto'
import { usd } from '@trefoil/core/money'
import type pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import type { Address, Chain } from '../chain/chain.ts'
import { asApplication, openDatabase, openPool, type Database } from '../db/database.ts'
import { currentAddress } from '../deposits/addresses.ts'
import { creditFinal } from '../deposits/credit.ts'
import { noteOthersStep } from '../deposits/note-others.ts'
import { scanStep } from '../deposits/scan.ts'
import { openLedger, type Ledger } from '../ledger/batch.ts'
import { readMemberBalances } from '../ledger/member-balances.ts'
import { createDatabase, dropDatabase, UNHURRIED } from './databases.ts'
import { earn } from './earnings.ts'
import { expectNoViolation } from './invariants.ts'

/** The wallet without a web server: its tables, its ledger and the seeded members. */
export type TestWallet = {
  /** The application's connection. */
  databaseUrl: string
  /** The owner's connection, for migrations. */
  ownerUrl: string
  db: Database
  ledger: Ledger
  /** The owner's connection, to look and to move time. */
  owner: pg.Pool
  members: number[]
  addressOf(chain: Chain, member: number): Promise<Address>
  /** Credits earnings in dollars. */
  earn(member: number, dollars: number): Promise<void>
  /** Scans to the head and credits everything that is final. */
  follow(chain: Chain): Promise<void>
  /** What came into the impact balance since the wallet was opened. */
  receivedBy(member: number): Promise<bigint>
  /** Checks every invariant over all data. */
  verify(): Promise<void>
}

export async function openTestWallet(): Promise<TestWallet> {
  const postgresUrl = inject('postgresUrl')
  const name = `test-${randomUUID()}`
  const ownerUrl = await createDatabase(postgresUrl, { name, template: 'pattern' })
  const databaseUrl = asApplication(ownerUrl)
  const owner = openPool(ownerUrl, 2, UNHURRIED)
  const pool = openPool(databaseUrl, 6)
  const db = openDatabase(pool)
  const ledger = openLedger(databaseUrl)
  onTestFinished(async () => {
    await ledger.stop()
    await pool.end()
    await owner.end()
    await dropDatabase(postgresUrl, name)
  })
  const { rows } = await owner.query<{ id: number; impact: string }>(
    'select id, impact from member join member_balance on member_id = id where parent is not null order by id',
  )
  const opening = new Map(rows.map(({ id, impact }) => [id, BigInt(impact)]))

  const follow = async (chain: Chain) => {
    while ((await scanStep({ db, chain })).more);
    while ((await creditFinal({ db, chain, ledger })) > 0);
    while ((await noteOthersStep({ db, chain })).left > 0n);
  }
  return {
    databaseUrl,
    ownerUrl,
    db,
    ledger,
    owner,
    members: rows.map(({ id }) => id),
    async addressOf(chain, member) {
      const issued = await currentAddress({ db, chain }, member)
      return issued.wallet_address as Address
    },
    earn: (member, whole) => earn(ledger, member, whole),
    follow,
    receivedBy: async (member) => (await readMemberBalances(db, member)).impact.balance - (opening.get(member) ?? 0n),
    verify: () => expectNoViolation(db),
  }
}

export const dollars = (whole: number) => usd(BigInt(whole) * 100_000n)
