import { defaultProgramme } from '@trefoil/core/programme/default-programme'
import { asApplication, openDatabase, openPool } from '../db/database.ts'
import { donation, donationOrder } from '../donations/donate.ts'
import { openLedger } from '../ledger/batch.ts'
import { verifyNews } from '../ledger/verify-news.ts'
import { verifyInFull } from '../ledger/verify.ts'
import { makeKeyring } from '../secrets/keyring.ts'
import { CONFIRMED, transfer, transferOrder } from '../transfers/transfer.ts'
import { depositArrives } from './arrivals.ts'

const OPENING_DOLLARS = 1200
const ROUNDS_MAX = 7

type Place = { databaseUrl: string; secret: string }
type Person = { id: number; name: string; code: string }

/**
 * Gives the people of the template some money and a short history, all of it from today, and checks it in full: each
 * copy would do so at its first start.
 */
export async function giveTemplateMoney({ databaseUrl, secret }: Place): Promise<void> {
  const url = asApplication(databaseUrl)
  const pool = openPool(url, 1)
  const ledger = openLedger(url)
  const keyring = makeKeyring(secret)
  const people: Person[] = await openDatabase(pool)
    .selectFrom('account')
    .innerJoin('member', 'member.id', 'account.id')
    .select(['account.id', 'name', 'referral_code as code'])
    .orderBy('account.id')
    .execute()
  const called = (name: string) => people.find((person) => person.name === name) ?? { id: 0, code: '' }

  await Promise.all(people.map(({ id }) => depositArrives(ledger, id, OPENING_DOLLARS)))
  // Members above give first, so that they can earn from those below.
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const givers = people.filter((_, index) => index < 2 || round < 3 + (index % 5))
    const { donation_requirement: dollars } = defaultProgramme.stages[round] ?? { donation_requirement: 0 }
    await Promise.all(givers.map(({ id }) => ledger.post(donation, donationOrder(id, { amount: dollars }))))
  }
  const send = (from: string, to: string, dollars: number, source: 'impact' | 'available' = 'impact') => {
    const body = { amount: dollars, recipient_id: called(to).code, from: source }
    return ledger.post(transfer, transferOrder(keyring, { sender: called(from).id, confirmation: CONFIRMED }, body))
  }
  await send('Ada Moreno', 'Ben Okafor', 25)
  await send('Chiara Rossi', 'Ada Moreno', 12.5)
  await send('Grace Kim', 'Ada Moreno', 40)
  await send('Ada Moreno', 'Ada Moreno', 5, 'available')
  await ledger.stop()
  const db = openDatabase(pool)
  await verifyNews(db)
  await verifyInFull(db)
  await pool.end()
}
