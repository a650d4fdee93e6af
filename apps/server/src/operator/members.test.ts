import { expect, test } from 'vitest'
import { fundedMember } from '../testing/money.ts'
import { mailsTo } from '../testing/outbox.ts'
import { signIn } from '../testing/people.ts'
import { shareTestServer } from '../testing/server.ts'
import { auditLines, signInStaff } from '../testing/staff.ts'

const server = await shareTestServer()
const { olga, oscar, anna } = await signInStaff(server)
const why = 'Because it is a test'

test('two-factor is reset after a documented check: sessions end, withdrawals wait a day', async () => {
  const member = await fundedMember(server, 0)
  await server.database.query(`update account set totp_box = '\\x00', totp_enabled_at = now() where id = $1`, [
    member.id,
  ])
  const path = `/api/operator/members/${member.id}/reset-two-factor`
  expect((await olga.post(path, { why, check: 'no' })).status).toBe(400)
  expect((await olga.post(path, { why, check: 'Video call, passport seen' })).status).toBe(200)
  expect((await member.visitor.get('/api/users/profile')).status).toBe(401)
  const { member: view } = (await anna.get(`/api/operator/members/${member.id}`)).body.data
  expect(view).toMatchObject({ two_factor: false, security_hold_until: expect.any(String) })
  const [line] = await auditLines(server, `member_id = $1`, [member.id])
  expect(line).toMatchObject({ action: 'member.reset_two_factor', details: { check: 'Video call, passport seen' } })
})

test('the member gets a mail about the reset, and operators cannot reset one another', async () => {
  const member = await fundedMember(server, 0)
  await server.database.query(`update account set totp_box = '\\x00', totp_enabled_at = now() where id = $1`, [
    member.id,
  ])
  const check = 'Video call, passport seen'
  await olga.post(`/api/operator/members/${member.id}/reset-two-factor`, { why, check })
  const mails = await mailsTo(server, member.email, 1)
  expect(mails.map(({ subject }) => subject)).toEqual(['Two-factor authentication was turned off'])

  const { rows } = await server.database.query(`select id, role from account where role <> 'member' order by id`)
  for (const { id } of rows) {
    const refused = await olga.post(`/api/operator/members/${id}/reset-two-factor`, { why, check })
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
    expect(refused.body.message).toContain('reset-two-factor')
  }
  expect((await oscar.get('/api/operator/overview')).status).toBe(200)
})

test('sessions that an operator ends are over at once, and the member can sign in again', async () => {
  const member = await fundedMember(server, 0)
  const path = `/api/operator/members/${member.id}/end-sessions`
  expect((await anna.post(path, { why })).status).toBe(403)
  expect((await member.visitor.get('/api/users/profile')).status).toBe(200)
  expect((await olga.post(path, { why })).status).toBe(200)
  expect((await member.visitor.get('/api/users/profile')).status).toBe(401)
  expect((await member.visitor.get('/api/v1/auth/refresh-token')).status).toBe(401)
  const { sessions } = (await anna.get(`/api/operator/members/${member.id}`)).body.data
  expect(sessions.map(({ ended_at }: { ended_at: string | null }) => ended_at !== null)).toEqual([true])
  await signIn(member.visitor, member.privateKey)
  expect((await member.visitor.get('/api/users/profile')).status).toBe(200)
})

test('members are found by any detail they give, and their statement is read by day', async () => {
  const member = await fundedMember(server, 40)
  for (const q of [member.email.slice(0, 12), member.referralCode, String(member.id)]) {
    const { members } = (await anna.get(`/api/operator/members?q=${encodeURIComponent(q)}`)).body.data
    expect(members.map(({ id }: { id: number }) => id)).toContain(member.id)
  }
  const path = `/api/operator/members/${member.id}/statement?account=impact`
  expect((await anna.get(path)).body.data.entries).toMatchObject([{ amount: 40, balance_after: 40, sequence: 1 }])
  expect((await anna.get(`${path}&to=2020-01-01`)).body.data.entries).toEqual([])
})
