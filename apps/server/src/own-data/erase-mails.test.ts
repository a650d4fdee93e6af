import { afterAll, expect, test } from 'vitest'
import { asApplication, openDatabase, openPool } from '../db/database.ts'
import { cleanUpMails } from '../mail/clean-up.ts'
import { handOver } from '../mail/hand-over.ts'
import { takeOwnersMails } from '../mail/queue.ts'
import { makeKeyring } from '../secrets/keyring.ts'
import { PASSCODE, signedIn } from '../testing/people.ts'
import { shareTestServer } from '../testing/server.ts'
import { openTestWallet } from '../testing/wallet.ts'

const server = await shareTestServer()
const db = openDatabase(openPool(asApplication(server.settings.databaseUrl ?? ''), 1))
afterAll(() => db.destroy())

async function erasedMember() {
  const { visitor, email } = await signedIn(server, { emailVerified: false })
  const sent = async () =>
    (
      await server.database.query(
        `select m.id from mail_outbox m join account a on a.id = account_id where email = $1 and state = 'sent'`,
        [email],
      )
    ).rows
  await expect.poll(sent).toHaveLength(1)
  const rows = await sent()
  const { status } = await visitor.post('/api/users/data/erase', { password: PASSCODE, confirmation: 'ERASE' })
  expect(status).toBe(200)
  return { email, mails: rows.map(({ id }) => id) }
}

const left = async (mails: string[]) =>
  (await server.database.query('select * from mail_outbox where id = any($1)', [mails])).rows

test('of an erased member’s mails only the count of the last hour is left, and for that hour only', async () => {
  const { mails } = await erasedMember()
  expect(await left(mails)).toEqual([
    expect.objectContaining({
      account_id: null,
      facts: {},
      recipient: null,
      last_error: null,
      state: 'dropped',
      recipient_hash: expect.any(Buffer),
    }),
  ])
  await cleanUpMails(db)
  expect(await left(mails)).toHaveLength(1)
  await server.database.query(`update mail_outbox set handed_at = now() - interval '61 minutes' where id = any($1)`, [
    mails,
  ])
  await cleanUpMails(db)
  expect(await left(mails)).toEqual([])
})

test('what an address is counted by is a keyed hash, and forgotten after the hour', async () => {
  const { email } = await signedIn(server, { emailVerified: false })
  const hashes = async () =>
    (
      await server.database.query(
        `select recipient_hash, recipient_hash = sha256(convert_to($1, 'UTF8')) as plain from mail_outbox
         where account_id = (select id from account where email = $1) and state = 'sent'`,
        [email],
      )
    ).rows
  await expect.poll(hashes).toEqual([{ recipient_hash: expect.any(Buffer), plain: false }])
  await server.database.query(
    `update mail_outbox set handed_at = now() - interval '61 minutes'
     where account_id = (select id from account where email = $1)`,
    [email],
  )
  await cleanUpMails(db)
  expect(await hashes()).toEqual([{ recipient_hash: null, plain: null }])
})

test('a mail whose owner is erased just before it leaves is not sent: nothing would count it', async () => {
  const wallet = await openTestWallet()
  await wallet.owner.query(`insert into mail_outbox (account_id, kind) values ($1, 'verify e-mail')`, [
    wallet.members[0],
  ])
  const { rows } = await takeOwnersMails(wallet.db)
  expect(rows).toHaveLength(1)
  await wallet.owner.query(`update mail_outbox set state = 'dropped', next_at = null, account_id = null`)
  expect(await handOver({ db: wallet.db, keyring: makeKeyring('a secret of this test, long enough') }, rows)).toEqual(
    [],
  )
})
