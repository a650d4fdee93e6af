import { expect, test } from 'vitest'
import { donate, fundedMember } from '../testing/money.ts'
import { shareTestServer } from '../testing/server.ts'

const server = await shareTestServer()

test('a donation changes stage and status in every list and figure of the teams above', async () => {
  const viewer = await fundedMember(server, 0)
  const child = await fundedMember(server, 0, { referral_code: viewer.referralCode })
  const grandchild = await fundedMember(server, 100, { referral_code: child.referralCode })
  const stats = async () => (await viewer.visitor.get('/api/users/stats')).body
  expect((await stats()).stats).toEqual({ total_members: 2, active_members: 0 })

  await donate(grandchild.visitor, 10)
  expect((await stats()).stats).toEqual({ total_members: 2, active_members: 1 })
  await donate(grandchild.visitor, 20)
  const { body } = await viewer.visitor.get('/api/users/team-tree?status=active')
  expect(body.data).toMatchObject([{ referral_code: grandchild.referralCode, stage: 2, level: 2, status: 'active' }])
  expect((await stats()).team.by_stage.slice(0, 4)).toEqual([1, 0, 1, 0])
  const own = await child.visitor.get('/api/users/stats')
  expect(own.body.team).toMatchObject({ total_referrals: 1, active_referrals: 1 })
})
