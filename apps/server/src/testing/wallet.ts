import { randomUUID } from 'node:crypto'
import { usd } from '@trefoil/core/money'
import type pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import type { Address, Chain } from '../chain/chain.ts'
import { asApplication, openDatabase, openPool, type Database } from '../db/database.ts'
import { openSettings } from '../chain/fingerprint.ts'
import { currentAddress } from '../deposits/addresses.ts'
import { creditFinal } from '../deposits/credit.ts'
import { openDepositAddresses, type DepositAddresses } from '../deposits/deposit-addresses.ts'
import { noteOthersStep } from '../deposits/note-others.ts'
import { scanStep } from '../deposits/scan.ts'
import { openLedger, type Ledger } from '../ledger/batch.ts'
import { readMemberBalances } from '../ledger/member-balances.ts'
import { becomeInstallation, createDatabase, dropDatabase, UNHURRIED } from './databases.ts'
import { makeKeyring } from '../secrets/keyring.ts'
import { earn } from './earnings.ts'
import { expectNoViolation } from './invariants.ts'
import { testSettings } from './settings.ts'

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
  /** As a start with this chain opens them. */
  addresses(chain: Chain): Promise<DepositAddresses>
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

/** In a database of its own, or in one that was made otherwise, such as by a restore. */
export async function openTestWallet(existing?: { ownerUrl: string }): Promise<TestWallet> {
  const ownerUrl = existing?.ownerUrl ?? (await copyOfPattern())
  const databaseUrl = asApplication(ownerUrl)
  const owner = openPool(ownerUrl, 2, UNHURRIED)
  const pool = openPool(databaseUrl, 6)
  const db = openDatabase(pool)
  const ledger = openLedger(databaseUrl)
  onTestFinished(async () => {
    await ledger.stop()
    await pool.end()
    await owner.end()
  })
  const { rows } = await owner.query<{ id: number; impact: string }>(
    'select id, impact from member join member_balance on member_id = id where parent is not null order by id',
  )
  const opening = new Map(rows.map(({ id, impact }) => [id, BigInt(impact)]))

  const keyring = makeKeyring(testSettings({}).secret ?? '')
  const addresses = async (chain: Chain) => openDepositAddresses({ db, keyring }, await openSettings(db, chain))
  const follow = async (chain: Chain) => {
    const context = { db, chain, addresses: await addresses(chain) }
    while ((await scanStep(context)).more);
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
    addresses,
    async addressOf(chain, member) {
      const issued = await currentAddress({ db, chain, addresses: await addresses(chain) }, member)
      return issued.wallet_address as Address
    },
    earn: (member, whole) => earn(ledger, member, whole),
    follow,
    receivedBy: async (member) => (await readMemberBalances(db, member)).impact.balance - (opening.get(member) ?? 0n),
    verify: () => expectNoViolation(db),
  }
}

async function copyOfPattern(): Promise<string> {
  const postgresUrl = inject('postgresUrl')
  const name = `test-${randomUUID()}`
  onTestFinished(() => dropDatabase(postgresUrl, name))
  const url = await createDatabase(postgresUrl, { name, template: 'pattern' })
  await becomeInstallation(url)
  return url
}

export const dollars = (whole: number) => usd(BigInt(whole) * 100_000n)
