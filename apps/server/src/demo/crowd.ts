import { randomInt } from 'node:crypto'
import { parseAmount } from '@trefoil/core/money'
import { sql } from 'kysely'
import { admitMember } from '../auth/register.ts'
import type { Database } from '../db/database.ts'
import { donation, donationOrder } from '../donations/donate.ts'
import type { Ledger } from '../ledger/batch.ts'
import { newReference } from '../ledger/reference.ts'
import type { Keyring } from '../members/keyring.ts'
import { hashPasscode } from '../members/passcodes.ts'
import { openingFunds } from './opening-funds.ts'
import { demoEmail, PEOPLE } from './people.ts'
import { DEMO_PASSCODE } from './seed.ts'

type Context = { db: Database; keyring: Keyring; ledger: Ledger }

const MEMBERS_PER_TRANSACTION = 100
const DONATION_DOLLARS = 10

/** So many more members, each referred by somebody who was there, with a first donation: through everybody's deeds. */
export async function seedCrowd(
  { db, keyring, ledger }: Context,
  count: number,
  tell: (done: number) => void,
): Promise<void> {
  const passcodeHash = await hashPasscode(DEMO_PASSCODE, '')
  const { rows } = await sql<{ id: number }>`select id from member order by id`.execute(db)
  const sponsors = rows.map(({ id }) => id)
  const first = sponsors.length
  for (let done = 0; done < count;) {
    const size = Math.min(MEMBERS_PER_TRANSACTION, count - done)
    const made = await db.transaction().execute(async (tx) => {
      const ids: number[] = []
      for (let index = 0; index < size; index += 1) {
        const number = first + done + index
        const name = nameOf(number)
        const email = demoEmail(name).replace('@', `.${number}@`)
        const sponsorId = sponsors[randomInt(sponsors.length)] ?? 0
        ids.push((await admitMember(tx, keyring, { name, email, passcodeHash, sponsorId })).id)
      }
      return ids
    })
    await Promise.all(made.map((member) => fundAndDonate(ledger, member)))
    sponsors.push(...made)
    done += size
    tell(done)
  }
}

async function fundAndDonate(ledger: Ledger, member: number): Promise<void> {
  const amount = parseAmount(DONATION_DOLLARS * 2)
  await ledger.post(openingFunds, { member, amount, reference: newReference('deposit') })
  await ledger.post(donation, donationOrder(member, { amount: DONATION_DOLLARS }))
}

/** A first name and a last name of the small network, in every pairing before one comes again. */
function nameOf(number: number): string {
  const part = (index: number, which: 0 | 1) => PEOPLE[index % PEOPLE.length]?.name.split(' ').at(which === 0 ? 0 : -1)
  return `${part(number, 0)} ${part(Math.floor(number / PEOPLE.length) + number, 1)}`
}
