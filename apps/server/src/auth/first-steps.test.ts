import { expect, test } from 'vitest'
import { donate, fund, fundedMember } from '../testing/money.ts'
import { newMember, signedIn } from '../testing/people.ts'
import { shareTestServer } from '../testing/server.ts'
import type { Visitor } from '../testing/visitor.ts'

const server = await shareTestServer()

const stepsOf = async (visitor: Visitor) => (await visitor.get('/api/users/profile')).body.data.first_steps

test('the first steps follow from what happened', async () => {
  const { visitor, id, referralCode, email } = await fundedMember(server, 0)
  expect(await stepsOf(visitor)).toEqual({ deposit: false, donate: false, share: false, secure: false })
  await fund(server, id, 20)
  expect(await stepsOf(visitor)).toEqual({ deposit: true, donate: false, share: false, secure: false })
  expect((await donate(visitor, 20)).status).toBe(200)
  expect(await stepsOf(visitor)).toEqual({ deposit: true, donate: true, share: false, secure: false })
  await newMember(server, { referral_code: referralCode })
  expect(await stepsOf(visitor)).toMatchObject({ share: true, secure: false })
  const set = (column: string, value: string) =>
    server.database.query(`update account set ${column} = ${value} where email = $1`, [email])
  await set('email_verified_at', 'null')
  await set('passkeys', '1')
  expect(await stepsOf(visitor)).toMatchObject({ secure: false })
})

test('once all are done they are gone for good, also if one is undone later', async () => {
  const { visitor, id, referralCode } = await fundedMember(server, 20)
  await donate(visitor, 20)
  await newMember(server, { referral_code: referralCode })
  const set = (passkeys: number) =>
    server.database.query('update account set passkeys = $2 where id = $1', [id, passkeys])
  await set(1)
  expect(await stepsOf(visitor)).toBeNull()
  await set(0)
  expect(await stepsOf(visitor)).toBeNull()
})

test('dismissed, they are gone for good, on every device', async () => {
  const { visitor, privateKey } = await signedIn(server)
  const signInAgain = async () =>
    (await server.visit().post('/api/users/login', { identifier: privateKey, password: 'quite a long passcode' })).body
  expect((await signInAgain()).user.first_steps).toBe(true)
  for (let again = 0; again < 2; again += 1)
    expect((await visitor.post('/api/users/first-steps/dismiss')).status).toBe(200)
  expect(await stepsOf(visitor)).toBeNull()
  expect((await signInAgain()).user.first_steps).toBe(false)
  expect(await stepsOf((await signedIn(server)).visitor)).not.toBeNull()
})

test('who was a member before there were any has none', async () => {
  const { rows } = await server.database.query<{ column_default: string }>(
    `select column_default from information_schema.columns where table_name = 'account' and column_name = 'first_steps'`,
  )
  expect(rows[0]?.column_default).toBe('true')
})
