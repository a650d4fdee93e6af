import { webhookEventType } from '@trefoil/contract/operator/webhooks'
import { expect, test } from 'vitest'
import { donate, earner, fundedMember, sendMoney, withdraw } from '../testing/money.ts'
import { randomAddress } from '../testing/payouts.ts'
import { offerReturns, returnDeposit } from '../testing/returns.ts'
import { journalOf, reversing } from '../testing/reversals.ts'
import { shareTestServer } from '../testing/server.ts'
import { signInStaff } from '../testing/staff.ts'
import { openReceiver, type ReceivedHook } from '../testing/webhook-receiver.ts'
import { signatureOf } from '../webhooks/sign.ts'

const server = await shareTestServer({ webhooksToLoopback: true })
const staff = await signInStaff(server)
const { olga, oscar, anna } = staff
const why = 'For the accountants'
const DEPOSITS = ['deposit.credited']

async function endpoint(event_types: string[] = DEPOSITS) {
  const receiver = await openReceiver()
  const made = await olga.post('/api/operator/webhooks', { url: receiver.url, description: 'Books', event_types, why })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  const { id, secret } = made.body.data as { id: number; secret: string }
  const path = `/api/operator/webhooks/${id}`
  return {
    ...receiver,
    id,
    secret,
    path,
    act: (name: string, body: object = {}) => olga.post(`${path}/${name}`, { why, ...body }),
    change: (changes: object) =>
      olga.put(path, { url: receiver.url, description: 'Books', event_types, why, ...changes }),
    arrived: (count: number) =>
      expect.poll(() => receiver.received.length, { timeout: 90_000, interval: 50 }).toBeGreaterThanOrEqual(count),
    log: async (query = '') => (await anna.get(`${path}/deliveries${query}`)).body.data.deliveries,
  }
}

const listed = async (id: number) =>
  (await anna.get('/api/operator/webhooks')).body.data.endpoints.find((one: { id: number }) => one.id === id)

const signedWith = ({ headers, body }: ReceivedHook, secret: string): string =>
  signatureOf({ id: String(headers['webhook-id']), timestamp: Number(headers['webhook-timestamp']), body }, [secret])

test('a secret is shown once, and stored sealed', async () => {
  const { id, secret } = await endpoint()
  expect(secret).toMatch(/^whsec_/)
  expect(JSON.stringify(await listed(id))).not.toContain(secret.slice(6))
  const { rows } = await server.database.query(
    `select e::text as row, position($2::bytea in secret_box) as plain from webhook_endpoint e where id = $1`,
    [id, Buffer.from(secret.slice(6), 'base64')],
  )
  expect(rows[0].row).not.toContain(secret.slice(6))
  expect(rows[0].plain).toBe(0)
  const audited = (await anna.get('/api/operator/audit?action=webhook.create')).body.data.lines[0]
  expect(JSON.stringify(audited)).not.toContain(secret.slice(6))
})

test.for([
  'http://example.org/',
  'https://10.0.0.1/',
  'https://[fd00::1]/',
  'https://me:mine@8.8.8.8/',
  'https://169.254.169.254/',
  'https://localhost/',
  'gopher://8.8.8.8/',
])('%s is refused at once, when it is made and when it is changed', async (url) => {
  const hook = await endpoint()
  const made = await olga.post('/api/operator/webhooks', { url, description: 'Books', event_types: DEPOSITS, why })
  const changed = await hook.change({ url })
  expect([made.status, changed.status]).toEqual([400, 400])
  expect((await listed(hook.id)).url).toBe(hook.url)
  await hook.act('remove')
})

test('everything that happens to money arrives, and says who by number and code, never by name or e-mail', async () => {
  await offerReturns(server.database)
  const hook = await endpoint(webhookEventType.options)
  const sender = await fundedMember(server, 100)
  const recipient = await fundedMember(server, 0)
  const sent = (await sendMoney(sender.visitor, { recipient_id: recipient.referralCode, amount: 5 })).body.data
  const given = (await donate(sender.visitor, 20)).body.data.donation_id as string
  const { visitor, id } = await earner(server, 100)
  const cancelled = (await withdraw(visitor)).body.data.withdrawal_id as string
  expect((await visitor.post(`/api/transactions/withdrawal/${cancelled}/cancel`)).status).toBe(200)
  const refused = (await withdraw(visitor)).body.data.withdrawal_id as string
  expect((await olga.post(`/api/operator/withdrawals/${refused}/refuse`, { why })).status).toBe(200)
  const returned = (await returnDeposit(sender.visitor)).body.data.withdrawal_id as string
  const { propose, agree } = reversing(staff)
  await agree(await propose(await journalOf(server, given)))
  const adjusted = await olga.post('/api/operator/proposals/adjustment', {
    member: id,
    account: 'impact',
    amount: 1,
    why,
  })
  await oscar.post(`/api/operator/proposals/${adjusted.body.data.proposal.id}/approve`, { why })
  await donate((await fundedMember(server, 50)).visitor, 20)
  const paid = await olga.post('/api/operator/proposals/payout', {
    cause: null,
    amount: 0.5,
    address: randomAddress(),
    why,
  })
  await oscar.post(`/api/operator/proposals/${paid.body.data.proposal.id}/approve`, { why })

  const events = () => hook.received.map(({ body }) => JSON.parse(body))
  const of = (type: string) => events().filter((event) => event.type === type)
  await expect.poll(() => of('payout.requested').length, { timeout: 60_000 }).toBe(1)
  await expect.poll(() => of('donation.made').length, { timeout: 60_000 }).toBeGreaterThanOrEqual(2)
  await expect.poll(() => of('adjustment.made').length, { timeout: 60_000 }).toBeGreaterThanOrEqual(1)
  const person = (funded: { id: number; referralCode: string }) => ({
    id: funded.id,
    referral_code: funded.referralCode,
  })
  expect(of('deposit.credited').find(({ data }) => data.member.id === sender.id)?.data).toMatchObject({
    amount: 100,
    member: person(sender),
    transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    address: expect.stringMatching(/^0x/),
  })
  expect(of('transfer.made')).toMatchObject([
    { data: { reference: sent.transfer_id, amount: 5, from: person(sender), to: person(recipient) } },
  ])
  expect(of('donation.made').find(({ data }) => data.reference === given)?.data).toMatchObject({
    amount: 20,
    member: person(sender),
    cause: { id: 1, slug: expect.any(String) },
    stage: expect.any(Number),
  })
  expect(new Set(of('withdrawal.requested').map(({ data }) => data.reference))).toEqual(new Set([cancelled, refused]))
  expect(of('withdrawal.cancelled')).toMatchObject([{ data: { reference: cancelled, amount: 20, member: { id } } }])
  expect(of('withdrawal.refused')).toMatchObject([{ data: { reference: refused, address: expect.any(String) } }])
  expect(of('return.requested')).toMatchObject([{ data: { reference: returned, member: person(sender) } }])
  expect(of('reversal.made')).toMatchObject([{ data: { reverses: { reference: given } } }])
  expect(of('payout.requested')).toMatchObject([{ data: { amount: 0.5, account: 'operations', member: null } }])
  const { rows } = await server.database.query('select name, email from account where id = any($1)', [
    [sender.id, recipient.id, id],
  ])
  const all = hook.received.map(({ body }) => body).join('\n')
  for (const { name, email } of rows) {
    expect(all).not.toContain(name)
    expect(all).not.toContain(email)
  }
  for (const { body } of hook.received)
    expect(Object.keys(JSON.parse(body)), body).toEqual(['type', 'timestamp', 'data'])
  await hook.act('remove')
})

test('a new secret signs beside the former one for a day, and alone afterwards', async () => {
  const hook = await endpoint()
  const rotated = (await hook.act('rotate')).body.data.secret as string
  expect(rotated).not.toBe(hook.secret)
  expect((await listed(hook.id)).former_until).not.toBeNull()
  await fundedMember(server, 10)
  await hook.arrived(1)
  const [first] = hook.received as [ReceivedHook]
  expect(first.headers['webhook-signature']).toBe(`${signedWith(first, rotated)} ${signedWith(first, hook.secret)}`)
  await server.database.query(`update webhook_endpoint set former_until = now() where id = $1`, [hook.id])
  await fundedMember(server, 10)
  await hook.arrived(2)
  const second = hook.received[1]!
  expect(second.headers['webhook-signature']).toBe(signedWith(second, rotated))
  await hook.act('remove')
})

test('a test event is sent even to who wants other events, and is in the log with its answer', async () => {
  const hook = await endpoint(['payout.refused'])
  hook.answer((_request, response) => response.writeHead(201).end('thank you'))
  expect((await hook.act('test')).status).toBe(200)
  await hook.arrived(1)
  expect(JSON.parse(hook.received[0]!.body)).toMatchObject({ type: 'webhook.test' })
  await expect.poll(async () => (await hook.log())[0]?.state).toBe('delivered')
  const [delivery] = await hook.log('?state=delivered')
  expect(delivery).toMatchObject({ type: 'webhook.test', journal: null, attempts: 1, status: 201, next_at: null })
  const { message, body, tries } = (await anna.get(`/api/operator/webhook-deliveries/${delivery.id}`)).body.data
  expect([message, body]).toEqual([hook.received[0]!.headers['webhook-id'], hook.received[0]!.body])
  expect(tries).toMatchObject([{ status: 201, answer: 'thank you', problem: null }])
  expect(await hook.log('?state=failed')).toEqual([])
  await hook.act('remove')
})

test('one event is sent again, under the same id', async () => {
  const hook = await endpoint()
  await fundedMember(server, 10)
  await hook.arrived(1)
  await expect.poll(async () => (await hook.log('?state=delivered')).length).toBe(1)
  const [{ id }] = await hook.log()
  expect((await olga.post(`/api/operator/webhook-deliveries/${id}/replay`, { why })).status).toBe(200)
  await hook.arrived(2)
  const [first, second] = hook.received.map(({ headers, body }) => [headers['webhook-id'], body])
  expect(second).toEqual(first)
  await hook.act('remove')
})

test('everything since a moment is sent again, also what happened before the endpoint was made, and nothing older', async () => {
  const before = new Date()
  await fundedMember(server, 11)
  // Cut off to milliseconds, it would be before what has just been posted.
  const next = `select clock_timestamp() + interval '1 ms' as next`
  const since = (await server.database.query<{ next: Date }>(next)).rows[0]!.next
  await fundedMember(server, 12)
  const hook = await endpoint()
  await fundedMember(server, 13)
  await hook.arrived(1)
  expect((await hook.act('replay', { since: since.toISOString() })).status).toBe(200)
  await hook.arrived(3)
  const amounts = hook.received.map(({ body }) => JSON.parse(body).data.amount as number)
  expect(amounts.toSorted((a, b) => a - b)).toEqual([12, 13, 13])
  const long = new Date(before.getTime() - 31 * 86_400_000).toISOString()
  const later = new Date(Date.now() + 60_000).toISOString()
  for (const wrong of [long, later, 'yesterday']) expect((await hook.act('replay', { since: wrong })).status).toBe(400)
  await hook.act('remove')
})

test('while it is disabled nothing is sent; afterwards what was missed, or only what is new', async () => {
  const hook = await endpoint()
  await hook.act('disable')
  expect((await hook.act('disable')).body.code).toBe('wrong_state')
  expect((await hook.act('test')).body.code).toBe('wrong_state')
  await fundedMember(server, 21)
  expect(await listed(hook.id)).toMatchObject({ state: 'disabled', disabled_why: 'operator' })
  await hook.act('enable', { catch_up: true })
  await hook.arrived(1)
  await hook.act('disable')
  await fundedMember(server, 22)
  await hook.act('enable', { catch_up: false })
  await fundedMember(server, 23)
  await hook.arrived(2)
  expect(hook.received.map(({ body }) => JSON.parse(body).data.amount)).toEqual([21, 23])
  await hook.act('remove')
})

test('one that is removed is gone, and its secret with it', async () => {
  const hook = await endpoint()
  expect((await hook.act('remove')).status).toBe(200)
  expect(await listed(hook.id)).toBeUndefined()
  for (const name of ['remove', 'rotate', 'test', 'disable']) expect((await hook.act(name)).status).toBe(404)
  expect((await anna.get(`${hook.path}/deliveries`)).status).toBe(404)
  const { rows } = await server.database.query(
    'select from webhook_endpoint where id = $1 and (secret_box is not null or former_box is not null)',
    [hook.id],
  )
  expect(rows).toEqual([])
  await fundedMember(server, 10)
  expect(hook.received).toEqual([])
})

test('an auditor sees all of it and changes none of it', async () => {
  const hook = await endpoint()
  for (const name of ['rotate', 'disable', 'remove', 'test'])
    expect((await anna.post(`${hook.path}/${name}`, { why })).status).toBe(403)
  expect((await listed(hook.id)).state).toBe('enabled')
  await hook.act('remove')
})

test('there are at most twenty', async () => {
  const { endpoints } = (await anna.get('/api/operator/webhooks')).body.data
  const order = { url: 'http://127.0.0.1:1025/', description: 'Books', event_types: ['payout.refused'], why }
  const more = Array.from({ length: 22 - endpoints.length }, () => olga.post('/api/operator/webhooks', order))
  const statuses = (await Promise.all(more)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(20 - endpoints.length)
  expect(statuses.filter((status) => status === 409)).toHaveLength(2)
})
