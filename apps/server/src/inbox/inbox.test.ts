import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { enqueueMail, enqueueMails, type OwnersMail } from '../mail/outbox.ts'
import { asApplication, openDatabase, openPool } from '../db/database.ts'
import { fundedMember, earner, withdraw } from '../testing/money.ts'
import { mailsTo } from '../testing/outbox.ts'
import { shareTestServer } from '../testing/server.ts'
import { signInStaff } from '../testing/staff.ts'
import type { Visitor } from '../testing/visitor.ts'

const server = await shareTestServer()
const { olga } = await signInStaff(server)

type Shown = { id: string; topic: string; title: string; text: string; link: string; read: boolean }
type Page = { notifications: Shown[]; unread: number; newest: string | null; next_cursor: string | null }

async function inboxOf(visitor: Visitor, query = ''): Promise<Page> {
  const { status, body } = await visitor.get(`/api/notifications${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}

const unreadOf = async (visitor: Visitor): Promise<number> =>
  (await visitor.get('/api/users/profile')).body.data.inbox.unread

const markRead = async (visitor: Visitor, body: object) => visitor.post('/api/notifications/read', body)

const stage = (number: number): OwnersMail => ({ kind: 'stage reached', facts: { stage: number } })

/** As the application, in its own transaction each. */
async function notices(accountId: number, ...mails: OwnersMail[]): Promise<void> {
  const pool = openPool(asApplication(server.settings.databaseUrl ?? ''), 1)
  const db = openDatabase(pool)
  for (const mail of mails) await db.transaction().execute((tx) => enqueueMail(tx, accountId, mail))
  await pool.end()
}

test('a new member’s inbox is empty', async () => {
  const { visitor } = await fundedMember(server, 0)
  expect(await inboxOf(visitor)).toEqual({ notifications: [], unread: 0, newest: null, next_cursor: null })
  expect(await unreadOf(visitor)).toBe(0)
})

test('each step of a withdrawal is shown, newest first, and leads to it', async () => {
  const { visitor } = await earner(server, 30)
  const asked = await withdraw(visitor)
  const id: string = asked.body.data.withdrawal_id
  expect(await unreadOf(visitor)).toBe(1)
  await olga.post(`/api/operator/withdrawals/${id}/refuse`, { why: 'Not your wallet' })
  const { notifications, unread } = await inboxOf(visitor)
  expect(notifications.map(({ title, text }) => `${title}. ${text}`)).toEqual([
    'Withdrawal of $20.00000 refused. You have it back: Not your wallet',
    expect.stringMatching(/^Withdrawal of \$20.00000 requested. To 0x\w{40}. The amount is held.$/),
  ])
  expect(notifications.every(({ link, topic }) => topic === 'withdrawals' && link.endsWith(id))).toBe(true)
  expect(unread).toBe(2)
})

test('one is marked as read by its id, all by the newest that was seen, and what came meanwhile stays unread', async () => {
  const { visitor, id } = await fundedMember(server, 0)
  await notices(id, stage(1), stage(2), stage(3))
  const seen = await inboxOf(visitor)
  expect(seen.unread).toBe(3)
  const [newest] = seen.notifications
  const first = await markRead(visitor, { ids: [newest!.id] })
  expect(first.body.data).toEqual({ unread: 2 })
  expect((await inboxOf(visitor)).notifications.map(({ read }) => read)).toEqual([true, false, false])

  await notices(id, stage(4))
  const all = await markRead(visitor, { up_to: seen.newest })
  expect(all.body.data).toEqual({ unread: 1 })
  expect((await inboxOf(visitor)).notifications.map(({ read }) => read)).toEqual([false, true, true, true])
  // Safe to repeat, also by many at once.
  const replies = await Promise.all(Array.from({ length: 8 }, () => markRead(visitor, { up_to: seen.newest })))
  expect(replies.map(({ body }) => body.data.unread)).toEqual(Array(8).fill(1))
  expect(await unreadOf(visitor)).toBe(1)
})

test('nobody reads or marks another’s', async () => {
  const owner = await fundedMember(server, 0)
  const stranger = await fundedMember(server, 0)
  await notices(owner.id, stage(1))
  const { notifications, newest } = await inboxOf(owner.visitor)
  expect((await inboxOf(stranger.visitor)).notifications).toEqual([])
  expect((await markRead(stranger.visitor, { ids: [notifications[0]!.id] })).body.data).toEqual({ unread: 0 })
  expect((await markRead(stranger.visitor, { up_to: newest })).status).toBe(400)
  expect(await unreadOf(owner.visitor)).toBe(1)
  expect((await server.visit().get('/api/notifications')).status).toBe(401)
  expect((await olga.get('/api/notifications')).status).toBe(403)
})

test('pages miss nothing and repeat nothing while more arrives', async () => {
  const { visitor, id } = await fundedMember(server, 0)
  await notices(id, ...Array.from({ length: 7 }, (_, index) => stage(index + 1)))
  const first = await inboxOf(visitor, '?limit=3')
  await notices(id, stage(8))
  const second = await inboxOf(visitor, `?limit=3&cursor=${first.next_cursor}`)
  await notices(id, stage(9))
  const third = await inboxOf(visitor, `?limit=3&cursor=${second.next_cursor}`)
  const titles = [first, second, third].flatMap((page) => page.notifications.map(({ title }) => title))
  expect(titles).toEqual([7, 6, 5, 4, 3, 2, 1].map((number) => `You reached stage ${number}`))
  expect(third.next_cursor).toBeNull()
  expect(await unreadOf(visitor)).toBe(9)
})

test('writers and readers at once leave the count right', async () => {
  const { visitor, id } = await fundedMember(server, 0)
  const write = () => notices(id, stage(1))
  const read = async () => markRead(visitor, { up_to: (await inboxOf(visitor)).newest ?? undefined })
  await write()
  await Promise.all([write(), read(), write(), read(), write(), read()])
  const { notifications, unread } = await inboxOf(visitor)
  expect(notifications).toHaveLength(4)
  expect(unread).toBe(notifications.filter((each) => !each.read).length)
})

test('the count ends at a hundred', async () => {
  const { visitor, id } = await fundedMember(server, 0)
  const pool = openPool(asApplication(server.settings.databaseUrl ?? ''), 1)
  await openDatabase(pool)
    .transaction()
    .execute((tx) =>
      enqueueMails(
        tx,
        Array.from({ length: 130 }, () => ({ accountId: id, ...stage(1) })),
      ),
    )
  await pool.end()
  expect(await unreadOf(visitor)).toBe(100)
})

test('bad requests are refused clearly', async () => {
  const { visitor } = await fundedMember(server, 0)
  const many = Array.from({ length: 201 }, () => randomUUID())
  for (const body of [
    {},
    { ids: [] },
    { ids: ['1'] },
    { ids: many },
    { up_to: 'x' },
    { ids: [randomUUID()], up_to: 'x' },
  ])
    expect((await markRead(visitor, body)).status, JSON.stringify(body).slice(0, 80)).toBe(400)
  expect((await visitor.get('/api/notifications?cursor=nonsense')).status).toBe(400)
  expect((await visitor.get('/api/notifications?limit=1000')).status).toBe(400)
  for (const topics of [['security'], ['nonsense'], 'deposits'])
    expect((await visitor.put('/api/notifications/mail', { topics })).status, String(topics)).toBe(400)
})

test('what somebody wants by mail is mailed, the rest is in the inbox only', async () => {
  const { visitor, email, id } = await fundedMember(server, 0)
  await notices(id, stage(1))
  expect((await visitor.put('/api/notifications/mail', { topics: ['stages', 'stages'] })).status).toBe(200)
  expect((await visitor.get('/api/users/profile')).body.data.inbox.mail_topics).toEqual(['stages'])
  await notices(id, stage(2))
  expect((await mailsTo(server, email, 1)).map(({ subject }) => subject)).toEqual(['You reached stage 2'])
  await visitor.put('/api/notifications/mail', { topics: [] })
  // Security is no choice: it comes after, and alone.
  await notices(id, stage(3), { kind: 'passkey added', facts: {} })
  expect((await mailsTo(server, email, 2)).map(({ subject }) => subject)).toEqual([
    'You reached stage 2',
    'A passkey was added to your account',
  ])
  expect((await inboxOf(visitor)).notifications).toHaveLength(4)
})

test('that a withdrawal was asked for is mailed whatever was chosen; its later steps are not', async () => {
  const { visitor, email, id } = await earner(server, 30)
  await visitor.put('/api/notifications/mail', { topics: [] })
  const asked = await withdraw(visitor)
  // Turned off again while it may still wait.
  await visitor.put('/api/notifications/mail', { topics: [] })
  await olga.post(`/api/operator/withdrawals/${asked.body.data.withdrawal_id}/refuse`, { why: 'Not your wallet' })
  await notices(id, { kind: 'passkey added', facts: {} })
  expect((await mailsTo(server, email, 2)).map(({ subject }) => subject)).toEqual([
    'Your withdrawal was requested: $20.00000',
    'A passkey was added to your account',
  ])
  expect((await inboxOf(visitor)).notifications).toHaveLength(3)
})

test('somebody without a verified address has the inbox as well, and nothing waits for the address but security and withdrawals', async () => {
  const { visitor, id } = await fundedMember(server, 0)
  await server.database.query('update account set email_verified_at = null where id = $1', [id])
  await visitor.put('/api/notifications/mail', { topics: ['stages', 'deposits', 'withdrawals'] })
  await notices(id, stage(1), { kind: 'deposit', facts: { amount: '100000', reference: 'deposit/1' } })
  const { rows } = await server.database.query('select state from mail_outbox where account_id = $1 and kind <> $2', [
    id,
    'verify e-mail',
  ])
  expect(rows).toEqual([{ state: 'inbox' }, { state: 'inbox' }])
  expect((await inboxOf(visitor)).notifications.map(({ title }) => title)).toEqual([
    'Deposit of $1.00000 arrived',
    'You reached stage 1',
  ])
})
