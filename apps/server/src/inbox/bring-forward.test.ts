import { expect, test } from 'vitest'
import { asApplication, openDatabase, openPool } from '../db/database.ts'
import { cleanUpMails } from '../mail/clean-up.ts'
import { donate, fundedMember, type Funded } from '../testing/money.ts'
import { shareTestServer } from '../testing/server.ts'
import { bringInboxForward } from './bring-forward.ts'

const server = await shareTestServer()
const openApplication = () => openDatabase(openPool(asApplication(server.settings.databaseUrl ?? ''), 4))
const [db, beside] = [openApplication(), openApplication()]

/** Whoever does it: the server's own worker may be at it. */
async function caughtUp(): Promise<void> {
  const isBehind = async () => {
    await bringInboxForward(db, 1)
    const { rows } = await server.database.query(
      'select from inbox_progress where journal_id < (select max(id) from journal)',
    )
    return rows.length > 0
  }
  await expect.poll(isBehind, { timeout: 90_000 }).toBe(false)
}

const titlesOf = async ({ visitor }: Funded): Promise<string[]> =>
  (await visitor.get('/api/notifications')).body.data.notifications.map(
    ({ title, text }: { title: string; text: string }) => `${title}. ${text}`,
  )

/** A sponsor at stage 1, with somebody whose donations bring shares. */
async function sponsorAndDonor(): Promise<{ sponsor: Funded; donor: Funded }> {
  const sponsor = await fundedMember(server, 100)
  expect((await donate(sponsor.visitor, 100)).status).toBe(200)
  const donor = await fundedMember(server, 100, { referral_code: sponsor.referralCode })
  return { sponsor, donor }
}

test('shares of donations are gathered in one notice until it is read, and a stage is told of once', async () => {
  const { sponsor, donor } = await sponsorAndDonor()
  await donate(donor.visitor, 10)
  await caughtUp()
  // 10 % as sponsor and 3 % as the nearest above: of one donation.
  expect(await titlesOf(sponsor)).toEqual([
    'You received $1.30000. Your share of your team’s donations.',
    'You reached stage 1. Your donation opened a new earning window.',
  ])
  expect(await titlesOf(donor)).toEqual(['You reached stage 1. Your donation opened a new earning window.'])

  await donate(donor.visitor, 10)
  await donate(donor.visitor, 10)
  await caughtUp()
  expect((await titlesOf(sponsor))[0]).toBe('You received $3.90000. Your share of your team’s donations.')
  expect(await titlesOf(sponsor)).toHaveLength(2)

  const { newest } = (await sponsor.visitor.get('/api/notifications')).body.data
  await sponsor.visitor.post('/api/notifications/read', { up_to: newest })
  await donate(donor.visitor, 10)
  await caughtUp()
  expect((await titlesOf(sponsor)).slice(0, 2)).toEqual([
    'You received $1.30000. Your share of your team’s donations.',
    'You received $3.90000. Your share of your team’s donations.',
  ])
  expect((await sponsor.visitor.get('/api/users/profile')).body.data.inbox.unread).toBe(1)
})

test('what gathers more becomes the newest again, under the same id', async () => {
  const { sponsor, donor } = await sponsorAndDonor()
  await donate(donor.visitor, 10)
  await caughtUp()
  const before = (await sponsor.visitor.get('/api/notifications')).body.data.notifications
  await sponsor.visitor.put('/api/users/wallet', { wallet_address: `0x${'1'.repeat(40)}` })
  await donate(donor.visitor, 10)
  await caughtUp()
  const after = (await sponsor.visitor.get('/api/notifications')).body.data.notifications
  expect(after.map(({ topic }: { topic: string }) => topic)).toEqual(['donations', 'security', 'stages'])
  expect(after[0].id).toBe(before[0].id)
})

test('several processes at once, while members read, count each donation once', async () => {
  const { sponsor, donor } = await sponsorAndDonor()
  await caughtUp()
  const read = async () => {
    const { newest } = (await sponsor.visitor.get('/api/notifications')).body.data
    await sponsor.visitor.post('/api/notifications/read', { up_to: newest })
  }
  for (let round = 0; round < 4; round += 1) {
    await donate(donor.visitor, 10)
    await Promise.all([bringInboxForward(db), read(), bringInboxForward(beside), donate(donor.visitor, 10), read()])
  }
  await caughtUp()
  const { rows } = await server.database.query<{ amount: string }>(
    `select sum((facts ->> 'amount')::bigint) as amount
     from mail_outbox where account_id = $1 and kind = 'donations received'`,
    [sponsor.id],
  )
  expect(rows).toEqual([{ amount: String(8 * 130_000) }])
})

test('who wants them by mail gets one a day, and what arrives while it waits is in it', async () => {
  const { sponsor, donor } = await sponsorAndDonor()
  await sponsor.visitor.put('/api/notifications/mail', { topics: ['donations'] })
  await donate(donor.visitor, 10)
  await caughtUp()
  await donate(donor.visitor, 10)
  await caughtUp()
  const { rows } = await server.database.query(
    `select state, facts ->> 'amount' as amount, extract(epoch from next_at - now()) / 3600 > 23 as waits
     from mail_outbox where account_id = $1 and kind = 'donations received'`,
    [sponsor.id],
  )
  expect(rows).toEqual([{ state: 'queued', amount: '260000', waits: true }])
})

test('a failed step leaves nothing behind and is repeated', async () => {
  const { sponsor, donor } = await sponsorAndDonor()
  await donate(donor.visitor, 10)
  await server.database.query(
    `alter table mail_outbox add constraint cut_off check (kind <> 'stage reached' or account_id <> ${donor.id}) not valid`,
  )
  await expect.poll(() => bringInboxForward(db).then(String, String), { timeout: 90_000 }).toContain('cut_off')
  await server.database.query('alter table mail_outbox drop constraint cut_off')
  await caughtUp()
  expect(await titlesOf(sponsor)).toHaveLength(2)
  expect(await titlesOf(donor)).toHaveLength(1)
})

test('a year and five hundred notices are kept; what waits to be mailed stays; devices are forgotten sooner', async () => {
  const { id } = await fundedMember(server, 0)
  const other = await fundedMember(server, 0)
  const insert = (account: number, facts: { state: string; days: number; kind?: string; count?: number }) =>
    server.database.query(
      `insert into mail_outbox (account_id, kind, facts, state, next_at, tried_at, created_at)
       select $1, $2, '{"stage":1,"device":"Firefox","address":"192.0.2.1"}', $3, null,
         now() - make_interval(days => $4), now() - make_interval(days => $4) from generate_series(1, $5)`,
      [account, facts.kind ?? 'stage reached', facts.state, facts.days, facts.count ?? 1],
    )
  await insert(id, { state: 'inbox', days: 366 })
  await insert(id, { state: 'held', days: 366 })
  await insert(id, { state: 'inbox', days: 364 })
  await insert(id, { state: 'sent', days: 31, kind: 'new device' })
  await insert(id, { state: 'sent', days: 31, kind: 'verify e-mail' })
  await insert(other.id, { state: 'inbox', days: 1, count: 520 })
  await cleanUpMails(db)
  const { rows } = await server.database.query(
    `select kind, state, facts ? 'address' as tells from mail_outbox where account_id = $1 and created_at < now() - interval '1 day' order by id`,
    [id],
  )
  expect(rows).toEqual([
    { kind: 'stage reached', state: 'held', tells: true },
    { kind: 'stage reached', state: 'inbox', tells: true },
    { kind: 'new device', state: 'sent', tells: false },
  ])
  const kept = await server.database.query(`select from mail_outbox where account_id = $1 and state = 'inbox'`, [
    other.id,
  ])
  expect(kept.rows).toHaveLength(500)
})

test('an erased member’s inbox is gone, and nothing new comes', async () => {
  const { sponsor, donor } = await sponsorAndDonor()
  await donate(donor.visitor, 10)
  await caughtUp()
  await donate(donor.visitor, 10)
  await server.database.query(`update account set role = 'former' where id = $1`, [sponsor.id])
  // What is still to be mailed cannot be deleted.
  const forget = () => server.database.query('delete from mail_outbox where account_id = $1', [sponsor.id])
  await expect.poll(() => forget().then(() => 'forgotten', String), { timeout: 90_000 }).toBe('forgotten')
  await caughtUp()
  const { rows } = await server.database.query('select from mail_outbox where account_id = $1', [sponsor.id])
  expect(rows).toEqual([])
  // Back, so that the books still agree.
  await server.database.query(`update account set role = 'member' where id = $1`, [sponsor.id])
})
