import { expect, test } from 'vitest'
import { shareMailServer } from '../testing/mail-server.ts'
import { openPostOffice } from '../testing/post-office.ts'
import { releaseHeldMails } from './outbox.ts'

const mailbox = await shareMailServer()

test('six notices an hour are mails of their own or share the last one; the rest waits, and is sent as one', async () => {
  const office = await openPostOffice(mailbox)
  for (let count = 0; count < 30; count += 1) await office.queue()
  await office.deliver()
  await office.deliver()
  const subjects = () => office.received().map(({ raw }) => /^Subject: (.*)$/m.exec(raw)?.[1]?.trim())
  expect(subjects()).toHaveLength(6)
  expect(subjects().at(-1)).toMatch(/^25 changes of your payout address/)
  for (let count = 0; count < 40; count += 1) await office.queue()
  await office.deliver()
  expect(subjects()).toHaveLength(6)
  expect((await office.rows()).filter(({ waits }) => waits)).toHaveLength(40)
  await office.hurry()
  await office.deliver()
  expect(subjects(), 'the hour is not over').toHaveLength(6)
  await office.owner.query(
    `update mail_outbox set handed_at = handed_at - interval '1 hour' where handed_at is not null`,
  )
  await office.hurry()
  await office.deliver()
  expect(subjects()).toHaveLength(12)
  expect(subjects().at(-1)).toMatch(/^35 changes of your payout address/)
  expect((await office.rows()).every(({ state }) => state === 'sent')).toBe(true)
})

test('concurrent workers do not exceed the hour together', async () => {
  const office = await openPostOffice(mailbox)
  const deliverBeside = office.openBeside()
  for (let round = 0; round < 10; round += 1) {
    await office.queue()
    await Promise.all([office.deliver(), deliverBeside(), office.queue(), deliverBeside()])
  }
  await office.deliver()
  expect(office.received().length).toBeLessThanOrEqual(6)
})

test('what an unverified address cannot get is held, and leaves once the address is verified', async () => {
  const office = await openPostOffice(mailbox)
  await office.owner.query('update account set email_verified_at = null where id = $1', [office.owned.id])
  for (let count = 0; count < 3; count += 1) await office.queue()
  await office.deliver()
  expect(office.received()).toHaveLength(0)
  expect(await office.rows()).toEqual(
    Array.from({ length: 3 }, () => ({
      state: 'held',
      attempts: 0,
      last_error: 'The address is not verified',
      waits: null,
    })),
  )
  await office.owner.query('update account set email_verified_at = now() where id = $1', [office.owned.id])
  await office.db.transaction().execute((tx) => releaseHeldMails(tx, office.owned.id))
  await office.deliver()
  expect(office.received()).toHaveLength(3)
})

test('an old address in its time of grace gets two notices an hour, without a name', async () => {
  const office = await openPostOffice(mailbox)
  await office.owner.query(
    `update account set email_verified_at = null, email_grace_until = now() + interval '1 day' where id = $1`,
    [office.owned.id],
  )
  for (let count = 0; count < 9; count += 1) await office.queue()
  await office.deliver()
  expect(office.received()).toHaveLength(2)
  expect(office.received()[0]!.raw).toContain('\r\nHello,\r\n')
  expect(office.received()[1]!.raw).toContain('8 changes of your payout address')
})

test('an update of a cause that was corrected before it is mailed says what it says now; a withdrawn one is not mailed', async () => {
  const office = await openPostOffice(mailbox)
  const { rows } = await office.owner.query<{ id: number }>(
    `insert into cause_update (cause_id, title, text, posted_by)
     select 1, 'Update ' || n, 'Text', (select min(id) from account where role = 'operator')
     from generate_series(1, 2) n returning id`,
  )
  const [corrected, withdrawn] = rows as [{ id: number }, { id: number }]
  await office.owner.query(
    `insert into cause_update_revision (update_id, revision, title, text, made_by)
     select id, 2, title, title, (select min(id) from account where role = 'operator')
     from (values ($1::int, 'Corrected title'), ($2::int, null)) as r (id, title)`,
    [corrected.id, withdrawn.id],
  )
  for (const { id } of rows)
    await office.owner.query(`insert into mail_outbox (account_id, kind, facts) values ($1, 'cause update', $2)`, [
      office.owned.id,
      JSON.stringify({ cause: 'Wells', slug: 'wells', title: 'Old title', update: id }),
    ])
  await office.deliver()
  expect(office.received()).toHaveLength(1)
  const [mail] = office.received()
  expect(mail!.raw).toContain('Corrected title')
  expect(mail!.raw).not.toContain('Old title')
  expect((await office.rows()).map(({ state }) => String(state)).toSorted()).toEqual(['inbox', 'sent'])
})
