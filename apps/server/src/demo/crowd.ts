import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseAmount } from '@trefoil/core/money'
import { tokenAmount } from '@trefoil/core/deposits/plan-deposit'
import { sql } from 'kysely'
import { admitMember } from '../auth/register.ts'
import type { Chain } from '../chain/chain.ts'
import type { Faucet } from '../chain/faucet.ts'
import type { Database } from '../db/database.ts'
import { addressOf, type DepositAddresses } from '../deposits/deposit-addresses.ts'
import { preIssueAddresses } from '../deposits/pre-issue-addresses.ts'
import { creditFinal } from '../deposits/credit.ts'
import { CursorMoved } from '../deposits/cursor.ts'
import { scanStep } from '../deposits/scan.ts'
import { donation, donationOrder } from '../donations/donate.ts'
import type { Ledger } from '../ledger/batch.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { hashPasscode } from '../members/passcodes.ts'
import { demoEmail, PEOPLE } from './people.ts'
import { DEMO_PASSCODE, EVERYBODY } from './seed.ts'

type Context = {
  db: Database
  keyring: Keyring
  ledger: Ledger
  chain: Chain
  addresses: DepositAddresses
  faucet: Faucet
}

const MEMBERS_AT_ONCE = 100
const DONATION_DOLLARS = 10
const LOOK_MS = 200

/**
 * Adds members, each referred by an existing one, with a deposit and a first donation, through the usual operations.
 * The chain runs in parallel, so that only the last deposits have to be waited for.
 */
export async function seedCrowd(context: Context, count: number, report: (done: number) => void): Promise<void> {
  const { db } = context
  const passcodeHash = await hashPasscode(DEMO_PASSCODE, EVERYBODY)
  const { rows } = await sql<{ id: number }>`select id from member order by id`.execute(db)
  const sponsors = rows.map(({ id }) => id)
  const first = sponsors.length
  const unfunded = new Set<number>()
  await readChain(context)
  for (let joined = 0; joined < count;) {
    const size = Math.min(MEMBERS_AT_ONCE, count - joined)
    const made = await admit(context, { first: first + joined, size, sponsors, passcodeHash })
    await fund(context, made)
    for (const member of made) unfunded.add(member)
    sponsors.push(...made)
    joined += size
    await donateOnceFunded(context, unfunded)
    report(joined - unfunded.size)
  }
  while (unfunded.size > 0) {
    await sleep(LOOK_MS)
    await donateOnceFunded(context, unfunded)
    report(count - unfunded.size)
  }
}

type Admission = { first: number; size: number; sponsors: readonly number[]; passcodeHash: string }

const admit = ({ db, keyring }: Context, { first, size, sponsors, passcodeHash }: Admission): Promise<number[]> =>
  db.transaction().execute(async (tx) => {
    const ids: number[] = []
    for (let number = first; number < first + size; number += 1) {
      const name = nameOf(number)
      const email = demoEmail(name).replace('@', `.${number}@`)
      const sponsorId = sponsors[randomInt(sponsors.length)] ?? 0
      ids.push((await admitMember(tx, keyring, { name, email, passcodeHash, sponsorId })).id)
    }
    return ids
  })

async function fund({ db, chain, addresses, faucet }: Context, members: readonly number[]): Promise<void> {
  const turns = members.map((member) => ({ member, setting: addresses.current, turn: 0 }))
  await preIssueAddresses(db, addresses, turns)
  const amount = tokenAmount(parseAmount(DONATION_DOLLARS * 2), chain.decimals)
  const payments = turns.map((turn) => ({ to: addressOf(addresses, turn), amount }))
  await faucet.payMany(payments)
}

async function donateOnceFunded(context: Context, unfunded: Set<number>): Promise<void> {
  const { db, ledger } = context
  await readChain(context)
  const { rows } = await sql<{ member_id: number }>`
    select member_id from member_balance where member_id = any(${[...unfunded]}::int[]) and total_deposited > 0`.execute(
    db,
  )
  const give = ({ member_id: member }: { member_id: number }) =>
    ledger.post(donation, donationOrder(member, { amount: DONATION_DOLLARS }))
  await Promise.all(rows.map(give))
  for (const { member_id: member } of rows) unfunded.delete(member)
}

/** Reads the chain as the scanner does. If another process is scanning, follows that one. */
async function readChain(context: Context): Promise<void> {
  try {
    while ((await scanStep(context)).more);
  } catch (error) {
    if (!(error instanceof CursorMoved)) throw error
  }
  while ((await creditFinal(context)) > 0);
}

/** A first and a last name from the small network, in every combination before one repeats. */
function nameOf(number: number): string {
  const part = (index: number, which: 0 | 1) => PEOPLE[index % PEOPLE.length]?.name.split(' ').at(which === 0 ? 0 : -1)
  return `${part(number, 0)} ${part(Math.floor(number / PEOPLE.length) + number, 1)}`
}
