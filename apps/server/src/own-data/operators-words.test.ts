import { expect, onTestFinished, test } from 'vitest'
import { asApplication, openDatabase, openPool, type Database } from '../db/database.ts'
import { screenDeposits } from '../deposits/screen-deposits.ts'
import { refuseHit, releaseHit } from '../operator/screening/decide-hit.ts'
import { setMemberLevel } from '../operator/screening/set-level.ts'
import { makeKeyring } from '../secrets/keyring.ts'
import { shareTestChain } from '../testing/chain.ts'
import { donate, earner, fundedMember, withdraw } from '../testing/money.ts'
import { journalOf } from '../testing/reversals.ts'
import { openScreeningScene } from '../testing/screening-scene.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { testSettings } from '../testing/settings.ts'
import { signInStaff } from '../testing/staff.ts'
import type { Answer } from '../testing/visitor.ts'
import { exportFiles } from './export-files.ts'

const shared = await shareTestChain()

/** Marks every free text of an operator, so that it is found wherever it is told. */
const word = (name: string): string => `planted ${name}`

async function copyOf(db: Database, account: number): Promise<Record<string, string>> {
  const keyring = makeKeyring(testSettings({}).secret ?? '')
  const files: Record<string, string> = {}
  await db.transaction().execute(async (view) => {
    for await (const { name, text } of exportFiles({ db: view, keyring }, account, () => {})) {
      files[name] = ''
      for await (const part of text) files[name] += part
    }
  })
  return files
}

async function wordsIn(db: Database, account: number): Promise<string[]> {
  const everything = Object.values(await copyOf(db, account)).join('\n')
  return [...new Set(Array.from(everything.matchAll(/planted ([a-z ]+)/g), ([, name = '']) => name))].toSorted()
}

/** The application's own view of a server's database. */
function databaseOf({ settings }: TestServer): Database {
  const pool = openPool(asApplication(settings.databaseUrl ?? ''), 2)
  onTestFinished(() => pool.end())
  return openDatabase(pool)
}

test('the copy of one’s data has what operators told its owner, and nothing that they wrote for one another', async () => {
  const server = await startTestServer()
  const { olga, oscar } = await signInStaff(server)
  const member = await earner(server, 200)
  const { id, visitor } = member
  const done = async (asked: Promise<Answer>): Promise<Answer> => {
    const answer = await asked
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer
  }
  const operate = (path: string, body: object) => done(olga.post(`/api/operator/${path}`, body))
  const agree = ({ body }: Answer, why: string) =>
    done(oscar.post(`/api/operator/proposals/${body.data.proposal.id}/approve`, { why }))

  for (const decision of ['approve', 'refuse'])
    await operate(`withdrawals/${(await done(withdraw(visitor))).body.data.withdrawal_id}/${decision}`, {
      why: word(decision),
    })
  await operate(`members/${id}/freeze`, { why: word('freeze') })
  await operate(`members/${id}/unfreeze`, { why: word('unfreeze') })
  await operate(`members/${id}/level`, { level: 1, why: word('level') })
  const adjustment = { member: id, account: 'impact', amount: 25 }
  await agree(await operate('proposals/adjustment', { ...adjustment, why: word('adjustment') }), word('agreement'))
  const rejected = await operate('proposals/adjustment', { ...adjustment, why: word('rejected adjustment') })
  await done(oscar.post(`/api/operator/proposals/${rejected.body.data.proposal.id}/reject`, { why: word('rejection') }))
  await operate('proposals/adjustment', { ...adjustment, why: word('open adjustment') })
  const donation = (await done(donate(visitor, 20))).body.data.donation_id
  const reversal = { journal: await journalOf(server, donation), operations_bears: true, why: word('reversal') }
  await agree(await operate('proposals/reversal', reversal), word('agreement to a reversal'))
  const question = { topic: 'other', subject: 'Where is it?', text: 'I cannot find it.' }
  const { reference } = (await done(visitor.post('/api/support/cases', question))).body.data
  await operate(`cases/${reference}/answer`, { text: word('answer'), solved: false })
  await operate(`cases/${reference}/solve`, { why: word('solution') })
  await operate(`members/${id}/end-sessions`, { why: word('end of sessions') })

  const { rows } = await server.database.query(
    `select count(*)::int as count from audit_entry where why like 'planted %' and member_id = $1`,
    [id],
  )
  expect(rows).toEqual([{ count: expect.any(Number) }])
  expect(rows[0].count).toBeGreaterThan(8)
  expect(await wordsIn(databaseOf(server), id)).toEqual(['adjustment', 'answer', 'refuse', 'reversal'])
})

test('nobody learns from the copy of their data that they are suspected', async () => {
  const { payouts, wallet, server, screening, first, second, context, hit, receive } = await openScreeningScene(shared)
  const member = wallet.members[0]!
  server.reason = word('reason of the provider')
  const { reference, to } = await payouts.ask({ whole: 10, member })
  server.listed.add(to)
  await payouts.finish()
  await refuseHit(context, first, { id: (await hit()).id, why: word('refusal of a payout') })
  expect(await payouts.stateOf(reference)).toBe('refused')
  await wallet.owner.query('delete from screening_hit')

  const { sender } = await receive(3n)
  server.listed.add(sender)
  await screenDeposits({ db: wallet.db, screening })()
  const { id } = await hit()
  await refuseHit(context, first, { id, why: word('refusal of a deposit') })
  await releaseHit(context, first, { id, why: word('release') })
  await releaseHit(context, second, { id, why: word('second release') })
  await setMemberLevel(context, first, { member, level: 2, why: word('level') })

  expect(await wordsIn(wallet.db, member)).toEqual([])
})

test('a donor’s copy says nothing about what members above got', async () => {
  const server = await startTestServer()
  const sponsor = await fundedMember(server, 100)
  const donor = await fundedMember(server, 100, { referral_code: sponsor.referralCode })
  expect((await donate(donor.visitor, 50)).status).toBe(200)
  const files = await copyOf(databaseOf(server), donor.id)
  const [row] = JSON.parse(files['tables/donation.json'] ?? '[]') as object[]
  expect(Object.keys(row ?? {})).toContain('stage')
  expect(Object.keys(row ?? {})).not.toEqual(expect.arrayContaining(['division_members']))
  expect(Object.keys(row ?? {})).not.toEqual(expect.arrayContaining(['division_cuts']))
})
