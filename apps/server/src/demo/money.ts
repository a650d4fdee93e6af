import { parseAmount } from '@trefoil/core/money'
import { defaultProgramme } from '@trefoil/core/programme/default-programme'
import type { Database } from '../db/database.ts'
import { donation, donationOrder } from '../donations/donate.ts'
import type { Ledger } from '../ledger/batch.ts'
import { newReference } from '../ledger/reference.ts'
import { requestKey } from '../ledger/request-key.ts'
import type { Keyring } from '../members/keyring.ts'
import { transfer, transferOrder } from '../transfers/transfer.ts'
import { openingFunds } from './opening-funds.ts'
import { demoEmail, PEOPLE, SAMPLE_MEMBER } from './people.ts'

const FACT = 'demo money'
const OPENING_DOLLARS = 1200
const ROUNDS_MAX = 7

/**
 * What the seeded members did with money, through the same deeds as everybody's. Every step has a key, so that a
 * start that was interrupted, or two at once, make one history.
 */
export async function seedDemoMoney({ db, ledger, keyring }: DemoMoneyContext): Promise<void> {
  if (await isSeeded(db)) return
  const people = await findPeople(db)
  const called = (name: string) => people.find((person) => person.name === name) ?? { id: 0, code: '' }

  await Promise.all(people.map(({ id: member }) => ledger.post(openingFunds, fundsOrder(member))))
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const givers = people.filter((_, index) => index < 2 || round < 3 + (index % 5))
    const { donation_requirement: dollars } = defaultProgramme.stages[round] ?? { donation_requirement: 0 }
    const give = ({ id: member }: Person) =>
      ledger.post(donation, donationOrder(member, { amount: dollars }, `demo-donation-${round}`))
    await Promise.all(givers.map(give))
  }
  const send = async (from: string, to: string, amount: number, source: 'impact' | 'available' = 'impact') => {
    const body = { amount, recipient_id: called(to).code, from: source }
    await ledger.post(transfer, transferOrder(keyring, called(from).id, body, `demo-transfer-by-code-${to}-${amount}`))
  }
  await send(SAMPLE_MEMBER, 'Ben Okafor', 25)
  await send('Chiara Rossi', SAMPLE_MEMBER, 12.5)
  await send('Grace Kim', SAMPLE_MEMBER, 40)
  await send(SAMPLE_MEMBER, SAMPLE_MEMBER, 5, 'available')
  await db
    .insertInto('installation')
    .values({ key: FACT, value: JSON.stringify({ seeded: true }) })
    .onConflict((known) => known.doNothing())
    .execute()
}

type DemoMoneyContext = { db: Database; ledger: Ledger; keyring: Keyring }

type Person = { id: number; name: string; code: string }

async function isSeeded(db: Database): Promise<boolean> {
  const row = await db.selectFrom('installation').select('key').where('key', '=', FACT).executeTakeFirst()
  return row !== undefined
}

/** In the order of joining: whoever is above gives first, and can earn from those below. */
const findPeople = (db: Database): Promise<Person[]> =>
  db
    .selectFrom('account')
    .innerJoin('member', 'member.id', 'account.id')
    .select(['account.id', 'name', 'referral_code as code'])
    .where('role', '=', 'member')
    .where(
      'email',
      'in',
      ['Trefoil', ...PEOPLE.map(({ name }) => name)].map((name) => demoEmail(name)),
    )
    .orderBy('account.id')
    .execute()

const fundsOrder = (member: number) => ({
  member,
  amount: parseAmount(OPENING_DOLLARS),
  reference: newReference('deposit'),
  // The chain's own key: no member asked for it.
  key: requestKey(0, `demo-funds-${member}`, [OPENING_DOLLARS]),
})
