import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { shareMailServer } from '../testing/mail-server.ts'
import { isFor, noLinks, openPostOffice } from '../testing/post-office.ts'
import { deliverMails, type DeliveryContext } from './deliver.ts'
import { enqueueMailToAddress, enqueueMailToOperators } from './outbox.ts'

const mailbox = await shareMailServer()

test('a mail without a recipient is dropped, and the typed address is deleted', async () => {
  const office = await openPostOffice(mailbox)
  await office.db
    .transaction()
    .execute((tx) => enqueueMailToAddress(tx, 'forgotten passcode', { email: 'stranger@example.org', language: null }))
  await office.deliver()
  const { rows } = await office.owner.query('select state, facts from mail_outbox')
  expect(rows).toEqual([{ state: 'dropped', facts: {} }])
})

test('the address that somebody typed is deleted once its mail is sent; other facts stay', async () => {
  const office = await openPostOffice(mailbox)
  const to = office.owned.email
  const links = noLinks(() => true)
  links['forgotten passcode'].compose = async () => ({ to, subject: 'A link', text: 'Here it is', html: '' })
  await office.db
    .transaction()
    .execute((tx) => enqueueMailToAddress(tx, 'forgotten passcode', { email: to, language: null }))
  await office.queue()
  await deliverMails({ ...office.context, links })
  expect(office.received()).toHaveLength(2)
  const { rows } = await office.owner.query('select state, facts from mail_outbox order by id')
  expect(rows).toEqual([
    { state: 'sent', facts: {} },
    { state: 'sent', facts: { address: '0x1' } },
  ])
})

test('a reset link is not sent long after the request', async () => {
  const office = await openPostOffice(mailbox)
  const asked = { mails: 0 }
  const context: DeliveryContext = {
    ...office.context,
    links: noLinks(() => {
      asked.mails += 1
      return false
    }),
  }
  await office.db
    .transaction()
    .execute((tx) => enqueueMailToAddress(tx, 'forgotten passcode', { email: office.owned.email, language: null }))
  await office.owner.query(`update mail_outbox set created_at = now() - interval '91 minutes'`)
  await deliverMails(context)
  expect(asked.mails).toBe(0)
  expect(await office.rows()).toMatchObject([{ state: 'dropped' }])
})

test('each operator gets one mail for everything that waits, and an unreachable one does not affect the others', async () => {
  const office = await openPostOffice(mailbox)
  const suffix = randomUUID()
  await office.owner.query(`update account set email = lower(split_part(name, ' ', 1)) || $1 where role = 'operator'`, [
    `-${suffix}@example.org`,
  ])
  for (const id of [1, 2, 3])
    await office.db
      .transaction()
      .execute((tx) =>
        enqueueMailToOperators(tx, { kind: 'proposal waits', facts: { summary: `Change ${id}`, by: 1, id } }),
      )
  const [olga, oscar] = [`olga-${suffix}@example.org`, `oscar-${suffix}@example.org`]
  void mailbox.refuseNext(isFor(oscar))
  await office.deliver()
  const to = (email: string) => mailbox.mails.filter(isFor(email))
  expect([to(olga).length, to(oscar).length]).toEqual([1, 0])
  expect(to(olga)[0]!.raw).toContain('Subject: 3 things wait for an operator')
  await office.hurry()
  await office.deliver()
  expect([to(olga).length, to(oscar).length]).toEqual([1, 1])
})

test('former operators get no more mails about the console', async () => {
  const office = await openPostOffice(mailbox)
  await office.owner.query(`update account set role = 'operator' where id = $1`, [office.owned.id])
  await office.db
    .transaction()
    .execute((tx) => enqueueMailToOperators(tx, { kind: 'proposal waits', facts: { summary: 'x', by: 1, id: 1 } }))
  await office.owner.query(`update account set role = 'former' where id = $1`, [office.owned.id])
  await office.deliver()
  expect(office.received()).toHaveLength(0)
  const { rows } = await office.owner.query('select state, facts from mail_outbox where account_id = $1', [
    office.owned.id,
  ])
  expect(rows).toEqual([{ state: 'dropped', facts: {} }])
})
