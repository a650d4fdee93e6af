import type { PasscodeCost } from '@trefoil/core/identity/passcode'
import { foundRoot } from '../auth/founding.ts'
import { admitMember } from '../auth/register.ts'
import type { Chain } from '../chain/chain.ts'
import { openDatabase, openPool, type Database, type Pool, type Tx } from '../db/database.ts'
import type { StartedWallet } from '../deposits/start-wallet.ts'
import { makeDailyFacts } from '../facts/make-facts.ts'
import { openLedger } from '../ledger/batch.ts'
import { createAccount } from '../members/accounts.ts'
import { actIn } from '../members/audit.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { hashPasscode } from '../members/passcodes.ts'
import { newTotpSecret } from '../members/second-factor.ts'
import { withdrawalDecisions } from '../payouts/decide.ts'
import { catchUpReports } from '../reports/bring-forward.ts'
import { DEMO_FACTS, type Seeding } from './begin.ts'
import { makeCast, SPAN_DAYS } from './cast.ts'
import { drawPictures, openCauses, tellOfCauses } from './causes.ts'
import { live } from './life.ts'
import { inThePast, openPast, setClock } from './past-clock.ts'
import { demoEmail, PEOPLE, SAMPLE_MEMBER, STAFF } from './people.ts'
import { seededRandom } from './random.ts'
import { DAY_MS, type Stage } from './story.ts'

/** Shown beside the sign-in fields. Every seeded account has it. */
export const DEMO_PASSCODE = 'a leaf of three for everyone'
/** It is made of nobody's name. */
export const EVERYBODY = { name: '', email: '' }

/** The accounts that the demo shows, stored under `demo` in the table `installation`. */
export type DemoFacts = { referralCode: string; samples: number[] }

const GAS = 15_000_000n

type Founded = { id: number; referralCode: string }

/** When a demo's story begins that ends at this moment. */
const storyBegins = (end: Date): Date => new Date(end.getTime() - SPAN_DAYS * DAY_MS)

/** When its chain begins, in seconds. */
export const chainBegins = (end: Date): number => Math.floor(storyBegins(end).getTime() / 1000)

/** A small network without money, and the operators, where only accounts are needed. */
export async function seedPeople(
  seeding: Seeding,
  { db, keyring, passcodeCost }: { db: Database; keyring: Keyring; passcodeCost: PasscodeCost },
): Promise<void> {
  const passcodeHash = await hashPasscode(DEMO_PASSCODE, EVERYBODY, passcodeCost)
  const facts = await db.transaction().execute(async (tx) => {
    const newcomer = (name: string) => ({ name, email: demoEmail(name), passcodeHash })
    const members = new Map<string, Founded>([['Trefoil', await foundRoot(tx, keyring, newcomer('Trefoil'))]])
    for (const { name, referredBy } of PEOPLE) {
      const sponsorId = find(members, referredBy).id
      members.set(name, await admitMember(tx, keyring, { ...newcomer(name), sponsorId }))
    }
    return factsOf(members, await hireStaff(tx, keyring, passcodeHash))
  })
  await seeding.finish(facts)
}

export type HistoryContext = {
  url: string
  keyring: Keyring
  started: StartedWallet
  end: Date
}

/** Fourteen months of history, on a clock of its own. */
export async function seedHistory(seeding: Seeding, context: HistoryContext): Promise<void> {
  await openPast(seeding.owner, storyBegins(context.end))
  const pool = openPool(inThePast(context.url), 4)
  const ledger = openLedger(inThePast(context.url))
  try {
    const facts = await makeHistory({ ...context, pool, ledger })
    // Nobody gets a mail about the past.
    await seeding.owner.query(`update mail_outbox set state = 'dropped', next_at = null; delete from mail_outbox`)
    // They have been here for months.
    await seeding.owner.query('update account set first_steps = false')
    await seeding.finish(facts)
  } finally {
    await ledger.stop()
    await pool.end()
  }
}

async function makeHistory({
  pool,
  ledger,
  keyring,
  started: { chain, addresses, faucet, past },
  end,
}: HistoryContext & { pool: Pool; ledger: ReturnType<typeof openLedger> }): Promise<DemoFacts> {
  if (!faucet || !past) throw new Error('Only a new local chain can begin in the past')
  const db = openDatabase(pool)
  const passcodeHash = await hashPasscode(DEMO_PASSCODE, EVERYBODY)
  await setClock(db, storyBegins(end))
  const founder = { name: 'Trefoil', email: demoEmail('Trefoil'), passcodeHash }
  const root = await db.transaction().execute((tx) => foundRoot(tx, keyring, founder))
  await openCauses(db)
  let staff: number[] = []
  const hire = async () => {
    staff = await db.transaction().execute((tx) => hireStaff(tx, keyring, passcodeHash))
    return operatorsOf(staff)
  }
  const tools = { db, ledger, chain: withoutEstimates(chain), addresses, faucet, past, keyring }
  const operating = {
    act: actIn(db),
    withdrawals: withdrawalDecisions(tools),
    settings: { production: false },
  } as const
  const stage: Stage = { ...tools, ...operating, random: seededRandom(14), end, operators: [] }
  const story = live(stage, { cast: makeCast(), root, passcodeHash, hireStaff: hire })
  const [actors, pictures] = await Promise.all([story, drawPictures()])
  await setClock(db, end)
  const [operator] = operatorsOf(staff)
  if (operator === undefined) throw new Error('Nobody was hired')
  await tellOfCauses(db, { operator, end, pictures })
  await catchUpReports(db)
  await makeDailyFacts(db)
  await past.arrive()
  const members = new Map([...actors].map(([name, { id, code }]) => [name, { id, referralCode: code }]))
  return factsOf(members, staff)
}

const operatorsOf = (staff: readonly number[]): number[] =>
  staff.filter((_, index) => STAFF[index]?.role === 'operator')

/** Gas costs nothing on this chain, and estimating it takes many times as long as using it. */
const withoutEstimates = (chain: Chain): Chain => ({ ...chain, gasFor: async () => GAS })

export async function findDemoFacts(db: Database | Tx): Promise<DemoFacts | undefined> {
  const row = await db.selectFrom('installation').select('value').where('key', '=', DEMO_FACTS).executeTakeFirst()
  return row?.value as DemoFacts | undefined
}

async function hireStaff(tx: Tx, keyring: Keyring, passcodeHash: string): Promise<number[]> {
  const staff: number[] = []
  for (const { name, role } of STAFF) {
    const account = { role, name, email: demoEmail(name), passcodeHash, totpSecret: newTotpSecret() }
    staff.push((await createAccount(tx, keyring, account)).id)
  }
  return staff
}

function factsOf(members: Map<string, Founded>, staff: number[]): DemoFacts {
  const sample = find(members, SAMPLE_MEMBER)
  return { referralCode: sample.referralCode, samples: [sample.id, ...staff] }
}

function find<Value>(map: Map<string, Value>, name: string): Value {
  const value = map.get(name)
  if (value === undefined) throw new Error(`${name} is referenced before being seeded`)
  return value
}
