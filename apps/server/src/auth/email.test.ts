import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { codeOf, turnOnTwoFactor } from '../testing/authenticator.ts'
import { addPasskey, answerAtSignIn, softAuthenticator } from '../testing/passkeys.ts'
import { newMember, PASSCODE, signedIn, signIn, type TestMember } from '../testing/people.ts'
import { shareTestServer, startTestServer, type TestServer } from '../testing/server.ts'

const server = await shareTestServer()

const newAddress = () => `${randomUUID()}@example.org`

async function mailTo(email: string, subject: string, at = server): Promise<string> {
  const find = async () => {
    const statement = 'select body from demo_mail where recipient = $1 and subject = $2 order by id desc limit 1'
    return (await at.database.query<{ body: string }>(statement, [email, subject])).rows[0]?.body
  }
  await expect.poll(find, { timeout: 90_000, message: `${subject} to ${email}` }).toBeDefined()
  return (await find()) ?? ''
}

const verification = async (email: string, at?: TestServer) => {
  const body = await mailTo(email, 'Verify your e-mail address', at)
  return { token: /verify-email#([\w-]{43})/.exec(body)?.[1], code: /account: (\d{6})/.exec(body)?.[1], body }
}

const undoToken = async (email: string) =>
  /undo-email-change#([\w-]{43})/.exec(await mailTo(email, 'Your e-mail address was changed'))?.[1]

const profileOf = async ({ visitor }: TestMember) => (await visitor.get('/api/users/profile')).body.data.profile
const verify = (body: object, visitor = server.visit()) => visitor.post('/api/users/verify-email', body)
const undo = (token?: string) => server.visit().post('/api/users/email/undo', { token })

const otherThan = (code: string, by: number): string => String((Number(code) + by) % 1_000_000).padStart(6, '0')

test('a new member’s address is verified by the mailed link, in any browser, once', async () => {
  const member = await signedIn(server, { emailVerified: false })
  expect(await profileOf(member)).toMatchObject({ email_verified: false, email_grace_until: null })
  const { token, body } = await verification(member.email)
  expect(body).not.toContain('Test Person')
  expect((await verify({ token })).status).toBe(200)
  expect((await profileOf(member)).email_verified).toBe(true)
  expect((await verify({ token })).body.code).toBe('invalid_email_link')
  const again = await member.visitor.post('/api/users/verify-email/send', {})
  expect([again.status, again.body.code]).toEqual([409, 'wrong_state'])
})

test('or by the mailed code, signed in', async () => {
  const member = await signedIn(server, { emailVerified: false })
  const other = await signedIn(server, { emailVerified: false })
  const { code = '' } = await verification(member.email)
  expect((await verify({ code })).status).toBe(401)
  expect((await verify({ code }, other.visitor)).body.code).toBe('wrong_code')
  expect((await verify({ code: `${code.slice(0, 3)} ${code.slice(3)}` }, member.visitor)).status).toBe(200)
  expect((await profileOf(member)).email_verified).toBe(true)
  for (const wrong of [{}, { code, token: 'x' }, { token: '' }, { code: '12345' }, { token: 'x'.repeat(101) }])
    expect((await verify(wrong, other.visitor)).status, JSON.stringify(wrong)).toBe(400)
})

test('after five wrong codes the right one is refused as well, also when they come at once', async () => {
  const own = await startTestServer({
    limits: { ...server.settings.limits, wrongPasscodesPerMinute: 1000, wrongCodesPerDay: 1000 },
  })
  const member = await signedIn(own, { emailVerified: false })
  const { code = '' } = await verification(member.email, own)
  const guess = (turn: number) => verify({ code: otherThan(code, turn) }, member.visitor)
  const answers = await Promise.all(Array.from({ length: 100 }, (_, turn) => guess(turn + 1)))
  expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set(['wrong_code']))
  const { rows } = await own.database.query('select wrong_codes from email_verification')
  expect(rows).toEqual([{ wrong_codes: 5 }])
  expect((await verify({ code }, member.visitor)).body.code).toBe('wrong_code')
})

const isLong = process.env['TREFOIL_LONG'] === '1'
const GUESSES = isLong ? 10_000 : 500

test(`of ${GUESSES} guesses a few are answered`, async () => {
  const member = await signedIn(server, { emailVerified: false })
  const { code = '' } = await verification(member.email)
  const answers = new Map<string, number>()
  for (let round = 0; round < GUESSES / 100; round += 1) {
    const guesses = Array.from({ length: 100 }, (_, turn) => otherThan(code, round * 100 + turn + 1))
    for (const { body } of await Promise.all(guesses.map((guess) => verify({ code: guess }, member.visitor))))
      answers.set(body.code, (answers.get(body.code) ?? 0) + 1)
  }
  expect(new Set(answers.keys())).toEqual(new Set(['wrong_code', 'too_many_attempts']))
  // Twenty a day, however many mails are asked for.
  expect(answers.get('wrong_code')).toBeLessThanOrEqual(20)
  expect((await profileOf(member)).email_verified).toBe(false)
})

test('a code ends after half an hour, and a link after a day', async () => {
  const member = await signedIn(server, { emailVerified: false })
  const { code, token } = await verification(member.email)
  const age = (hours: number) =>
    server.database.query(
      `update email_verification set link_until = link_until - make_interval(mins => $1), code_until = code_until - make_interval(mins => $1)`,
      [hours * 60],
    )
  await age(0.5)
  expect((await verify({ code }, member.visitor)).body.code).toBe('wrong_code')
  await age(23.5)
  expect((await verify({ token })).body.code).toBe('invalid_email_link')
  expect((await profileOf(member)).email_verified).toBe(false)
})

test('a change needs the passcode and, when it is on, a code; an address can be taken once', async () => {
  const member = await signedIn(server)
  const other = await newMember(server)
  const change = (body: object) => member.visitor.put('/api/users/email', body)
  const email = newAddress()
  expect((await change({ email })).status).toBe(400)
  expect((await change({ email, password: 'a wrong passcode' })).body.code).toBe('wrong_passcode')
  expect((await change({ email: member.email.toUpperCase(), password: PASSCODE })).body.code).toBe('invalid_request')
  expect((await change({ email: other.email.toUpperCase(), password: PASSCODE })).body.code).toBe('email_taken')
  const { secret } = await turnOnTwoFactor(member.visitor, PASSCODE)
  expect((await change({ email, password: PASSCODE })).body.code).toBe('two_factor_required')
  expect((await change({ email, password: PASSCODE, code: '000000' })).body.code).toBe('wrong_code')
  expect((await change({ email, password: PASSCODE, code: codeOf(secret) })).status).toBe(200)
  expect(await profileOf(member)).toMatchObject({ email, email_verified: false })
})

test('a changed address has to be verified, and money is held for 72 hours', async () => {
  const member = await signedIn(server)
  const email = newAddress()
  const earlier = await signedIn(server, { emailVerified: false })
  const { token: old } = await verification(earlier.email)
  expect((await member.visitor.put('/api/users/email', { email, password: PASSCODE })).status).toBe(200)
  const { rows } = await server.database.query(
    `select round(extract(epoch from security_hold_until - now()) / 3600)::int as hours from account where email = $1`,
    [email],
  )
  expect(rows).toEqual([{ hours: 72 }])
  const { token } = await verification(email)
  expect((await verify({ token })).status).toBe(200)
  // A link proves the address that it was mailed to, and no other.
  await earlier.visitor.put('/api/users/email', { email: newAddress(), password: PASSCODE })
  expect((await verify({ token: old })).body.code).toBe('invalid_email_link')
  expect((await profileOf(earlier)).email_verified).toBe(false)
})

test('a verification that still waits is dropped with a change of the address: two mails would end each other’s link', async () => {
  const member = await signedIn(server)
  const { rows } = await server.database.query<{ id: string }>(
    `insert into mail_outbox (account_id, kind, next_at) select id, 'verify e-mail', now() + interval '1 hour'
     from account where email = $1 returning id`,
    [member.email],
  )
  const email = newAddress()
  await member.visitor.put('/api/users/email', { email, password: PASSCODE })
  const left = await server.database.query('select state, next_at from mail_outbox where id = $1', [rows[0]?.id])
  expect(left.rows).toEqual([{ state: 'dropped', next_at: null }])
  expect((await verify({ token: (await verification(email)).token })).status).toBe(200)
})

test('a reset link ends with a change of the address', async () => {
  const member = await signedIn(server)
  await server.visit().post('/api/users/forgot-password', { email: member.email })
  const token = /reset-password\/([\w-]{43})/.exec(await mailTo(member.email, 'Reset your Trefoil passcode'))?.[1]
  await member.visitor.put('/api/users/email', { email: newAddress(), password: PASSCODE })
  const passcode = 'a passcode by a stranger'
  const body = { token, password: passcode, confirm_password: passcode }
  expect((await server.visit().post('/api/users/reset-password', body)).body.code).toBe('invalid_reset_token')
})

test('the old address takes itself back, also from a second change; sessions and passcode end, and money stays held', async () => {
  const member = await signedIn(server)
  const [second, third] = [newAddress(), newAddress()]
  await member.visitor.put('/api/users/email', { email: second, password: PASSCODE })
  const token = await undoToken(member.email)
  const { token: proof } = await verification(second)
  expect((await verify({ token: proof })).status).toBe(200)
  await member.visitor.put('/api/users/email', { email: third, password: PASSCODE })
  const later = await undoToken(second)

  expect((await undo('x'.repeat(43))).body.code).toBe('invalid_email_link')
  expect((await undo(token)).status).toBe(200)
  expect((await undo(token)).body.code).toBe('invalid_email_link')
  expect((await undo(later)).body.code, 'of a change after it').toBe('invalid_email_link')
  expect((await member.visitor.get('/api/users/profile')).status).toBe(401)
  const login = { identifier: member.privateKey, password: PASSCODE }
  expect((await server.visit().post('/api/users/login', login)).status).toBe(401)
  const { rows } = await server.database.query(
    `select email_verified_at is not null as verified, security_hold_until > now() + interval '71 hours' as held
     from account where email = $1`,
    [member.email],
  )
  expect(rows).toEqual([{ verified: true, held: true }])
  await mailTo(member.email, 'Your e-mail address was taken back')
  await server.visit().post('/api/users/forgot-password', { email: member.email })
  const reset = /reset-password\/([\w-]{43})/.exec(await mailTo(member.email, 'Reset your Trefoil passcode'))?.[1]
  const passcode = 'the new passcode of the owner'
  await server
    .visit()
    .post('/api/users/reset-password', { token: reset, password: passcode, confirm_password: passcode })
  await signIn(server.visit(), member.privateKey, passcode)
})

test('what was added since the change goes with it: passkeys, the payout address, and the sessions of others', async () => {
  const member = await signedIn(server)
  const other = server.visit()
  await signIn(other, member.privateKey)
  await member.visitor.put('/api/users/email', { email: newAddress(), password: PASSCODE })
  expect((await other.get('/api/users/profile')).status, 'another session').toBe(401)
  const token = await undoToken(member.email)
  const authenticator = softAuthenticator()
  await addPasskey(member.visitor, authenticator, { password: PASSCODE })
  await server.database.query(
    `update account set wallet_address = '0x2222222222222222222222222222222222222222', wallet_address_since = now(),
       security_hold_until = now() + interval '1 hour' where id = (select account_id from email_change where old_email = $1)`,
    [member.email],
  )
  expect((await undo(token)).status).toBe(200)
  const { rows } = await server.database.query(
    `select second_factor, wallet_address, security_hold_until > now() + interval '71 hours' as held,
       (select count(*)::int from recovery_code where account_id = account.id) as codes
     from account where email = $1`,
    [member.email],
  )
  expect(rows).toEqual([{ second_factor: false, wallet_address: null, held: true, codes: 0 }])
  const thief = server.visit()
  const passkey = await answerAtSignIn(thief, authenticator)
  expect((await thief.post('/api/users/login/passkey', { passkey })).body.code).toBe('wrong_passkey')
})

test('after 72 hours it is too late; until then nobody else gets the old address', async () => {
  const member = await signedIn(server)
  const thief = await signedIn(server)
  await member.visitor.put('/api/users/email', { email: newAddress(), password: PASSCODE })
  const token = await undoToken(member.email)
  const signUp = () =>
    server.visit().post('/api/users/register', { name: 'A Thief', email: member.email, password: PASSCODE })
  expect((await signUp()).body.code).toBe('email_taken')
  const taken = await thief.visitor.put('/api/users/email', { email: member.email, password: PASSCODE })
  expect(taken.body.code).toBe('email_taken')
  await server.database.query(
    `update email_change set undo_until = undo_until - interval '72 hours' where old_email = $1`,
    [member.email],
  )
  expect((await undo(token)).body.code).toBe('invalid_email_link')
  expect((await signUp()).status).toBe(200)
})

test('an address that nobody proved is not told of a change, and cannot take anything back', async () => {
  const member = await signedIn(server, { emailVerified: false })
  await verification(member.email)
  await member.visitor.put('/api/users/email', { email: newAddress(), password: PASSCODE })
  const { rows } = await server.database.query('select from email_change where old_email = $1', [member.email])
  expect(rows).toEqual([])
})

test('five changes a day are enough', async () => {
  const { visitor } = await signedIn(server)
  const statuses: number[] = []
  for (let turn = 0; turn < 7; turn += 1)
    statuses.push((await visitor.put('/api/users/email', { email: newAddress(), password: PASSCODE })).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
})

test('the database holds no link and no code in the clear', async () => {
  const member = await signedIn(server, { emailVerified: false })
  const { token = '', code = '' } = await verification(member.email)
  const { rows } = await server.database.query(
    `select v::text || coalesce(m::text, '') as row from email_verification v left join mail_outbox m on m.account_id = v.account_id`,
  )
  expect(rows.length).toBeGreaterThan(0)
  for (const { row } of rows) {
    expect(row).not.toContain(token)
    expect(row).not.toContain(Buffer.from(token).toString('hex'))
    expect(row).not.toContain(`account: ${code}`)
  }
})
