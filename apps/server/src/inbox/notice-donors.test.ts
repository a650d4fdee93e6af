import { expect, test } from 'vitest'
import { asApplication, openDatabase, openPool } from '../db/database.ts'
import { openByTwo } from '../testing/cause-records.ts'
import { donate, donateAs, fundedMember, type Funded } from '../testing/money.ts'
import { journalOf, reversing } from '../testing/reversals.ts'
import { shareTestServer } from '../testing/server.ts'
import { signInStaff } from '../testing/staff.ts'
import { catchUpDonorNotices, noticeDonors, queueDonorNotice } from './notice-donors.ts'

const server = await shareTestServer()
const openApplication = () => openDatabase(openPool(asApplication(server.settings.databaseUrl ?? ''), 4))
const [db, beside] = [openApplication(), openApplication()]
const staff = await signInStaff(server)
const FACTS = { cause: 'The cause', slug: 'the-cause', title: 'A well was dug' }

const causeNews = async ({ visitor }: Funded) =>
  (await visitor.get('/api/notifications')).body.data.notifications.filter(
    ({ topic }: { topic: string }) => topic === 'causes',
  )

const isDone = async () =>
  (await server.database.query('select from donor_notice where done_at is null')).rows.length === 0

test('whoever gave to a cause by then gets its update, once, and nobody else', async () => {
  const donors = [await fundedMember(server, 50), await fundedMember(server, 50), await fundedMember(server, 50)]
  const [latecomer, bystander] = [await fundedMember(server, 50), await fundedMember(server, 0)]
  for (const { visitor } of donors) expect((await donate(visitor, 20)).status).toBe(200)
  // Twice is still one donor.
  await donate(donors[0]!.visitor, 20)
  const { rows } = await server.database.query<{ cause_id: number }>('select cause_id from donation limit 1')
  await db.transaction().execute((tx) => queueDonorNotice(tx, { cause: rows[0]!.cause_id, update: null, facts: FACTS }))
  await donate(latecomer.visitor, 20)

  // In small steps, by several processes at once, one of which fails in between.
  await server.database.query(
    `alter table mail_outbox add constraint cut_off check (kind <> 'cause update' or account_id <> ${donors[2]!.id}) not valid`,
  )
  const step = (on: typeof db) => noticeDonors(on, 2).then(String, String)
  await expect
    .poll(async () => (await Promise.all([step(db), step(beside)])).join(' '), { timeout: 90_000 })
    .toContain('cut_off')
  await server.database.query('alter table mail_outbox drop constraint cut_off')
  await expect
    .poll(
      async () => {
        await Promise.all([noticeDonors(db, 2), noticeDonors(beside, 2)])
        return isDone()
      },
      { timeout: 90_000, interval: 1 },
    )
    .toBe(true)

  for (const donor of donors)
    expect(await causeNews(donor)).toMatchObject([
      {
        title: 'A well was dug',
        text: 'News from The cause, to which you gave.',
        link: '/causes/the-cause',
        read: false,
      },
    ])
  for (const other of [latecomer, bystander]) expect(await causeNews(other)).toEqual([])
})

test('whose donation to it was taken back gave nothing to it', async () => {
  const { propose, agree } = reversing(staff)
  const cause = await openByTwo(staff, { slug: 'gardens', name: 'Gardens' })
  const giver = await fundedMember(server, 100)
  await donate(giver.visitor, 10)
  const { body } = await donateAs(giver.visitor, { amount: 15, cause_id: 'gardens' })
  const approved = await agree(await propose(await journalOf(server, body.data.donation_id)))
  expect(approved.status, JSON.stringify(approved.body)).toBe(200)
  const update = { title: 'Beds dug', text: 'Ten of them.', pictures: [] }
  expect((await staff.olga.post(`/api/operator/causes/${cause}/updates`, update)).status).toBe(200)
  await catchUpDonorNotices(db)
  await expect.poll(isDone).toBe(true)
  expect(await causeNews(giver)).toEqual([])
})

test('an update that an operator posts reaches the donors of that cause alone, once each', async () => {
  const cause = await openByTwo(staff, { slug: 'orchards', name: 'Orchards' })
  const [giver, other] = [await fundedMember(server, 50), await fundedMember(server, 50)]
  for (const amount of [10, 15])
    expect((await donateAs(giver.visitor, { amount, cause_id: 'orchards' })).status).toBe(200)
  expect((await donate(other.visitor, 20)).status).toBe(200)
  for (const title of ['Trees bought', 'Trees planted']) {
    const update = { title, text: 'A hundred of them.', pictures: [] }
    expect((await staff.olga.post(`/api/operator/causes/${cause}/updates`, update)).status).toBe(200)
  }
  await Promise.all([catchUpDonorNotices(db), catchUpDonorNotices(beside)])
  await expect.poll(isDone).toBe(true)

  const from = { text: 'News from Orchards, to which you gave.', link: '/causes/orchards', read: false }
  const news = await causeNews(giver)
  expect(news.toSorted((a: { title: string }, b: { title: string }) => a.title.localeCompare(b.title))).toMatchObject([
    { title: 'Trees bought', ...from },
    { title: 'Trees planted', ...from },
  ])
  expect(await causeNews(other)).toEqual([])
})
