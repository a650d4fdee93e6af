import { sql } from 'kysely'
import { foundRoot } from '../auth/founding.ts'
import { admitMember } from '../auth/register.ts'
import { LOCKS, type Database, type Tx } from '../db/database.ts'
import type { Ledger } from '../ledger/batch.ts'
import { createAccount } from '../members/accounts.ts'
import type { Keyring } from '../members/keyring.ts'
import { hashPasscode } from '../members/passcodes.ts'
import { newTotpSecret } from '../members/second-factor.ts'
import { seedDemoMoney } from './money.ts'
import { demoEmail, PEOPLE, SAMPLE_MEMBER, STAFF } from './people.ts'

/** Shown beside the sign-in fields, for every seeded account. */
export const DEMO_PASSCODE = 'a leaf of three for everyone'

/** Which accounts the demo shows, kept under `demo` among the installation's facts. */
export type DemoFacts = { referralCode: string; samples: number[] }

type SeedContext = { db: Database; keyring: Keyring; ledger: Ledger }

export async function seedDemo(context: SeedContext): Promise<void> {
  await seedPeople(context)
  await seedDemoMoney(context)
}

/** Root, a small network and the people of the console, all or nothing: made by whichever process comes first. */
async function seedPeople({ db, keyring }: SeedContext): Promise<void> {
  if (await findDemoFacts(db)) return
  const passcodeHash = await hashPasscode(DEMO_PASSCODE, '')
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${LOCKS.space}, ${LOCKS.seed})`.execute(tx)
    if (await findDemoFacts(tx)) return
    const facts = await seed(tx, keyring, passcodeHash)
    await tx
      .insertInto('installation')
      .values({ key: 'demo', value: JSON.stringify(facts) })
      .execute()
  })
}

export async function findDemoFacts(db: Database | Tx): Promise<DemoFacts | undefined> {
  const row = await db.selectFrom('installation').select('value').where('key', '=', 'demo').executeTakeFirst()
  return row?.value as DemoFacts | undefined
}

async function seed(tx: Tx, keyring: Keyring, passcodeHash: string): Promise<DemoFacts> {
  const newcomer = (name: string) => ({ name, email: demoEmail(name), passcodeHash })
  const root = await foundRoot(tx, keyring, newcomer('Trefoil'))
  const members = new Map([['Trefoil', root]])
  for (const { name, referredBy } of PEOPLE) {
    const sponsorId = find(members, referredBy).id
    members.set(name, await admitMember(tx, keyring, { ...newcomer(name), sponsorId }))
  }
  const staff: number[] = []
  for (const { name, role } of STAFF) {
    const { id } = await createAccount(tx, keyring, { role, ...newcomer(name), totpSecret: newTotpSecret() })
    staff.push(id)
  }
  const sample = find(members, SAMPLE_MEMBER)
  return { referralCode: sample.referralCode, samples: [sample.id, ...staff] }
}

function find<Value>(map: Map<string, Value>, name: string): Value {
  const value = map.get(name)
  if (value === undefined) throw new Error(`${name} is referred to before being seeded`)
  return value
}
