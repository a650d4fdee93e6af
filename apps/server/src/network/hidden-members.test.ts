import type { TeamMember, TreeNode } from '@trefoil/contract/network'
import { afterAll, expect, test } from 'vitest'
import { donate, fundedMember, sendMoney, type Funded } from '../testing/money.ts'
import { signIn } from '../testing/people.ts'
import { shareTestServer } from '../testing/server.ts'
import { signInStaff } from '../testing/staff.ts'
import type { Visitor } from '../testing/visitor.ts'

const server = await shareTestServer()
const { olga, anna } = await signInStaff(server)

/** Sponsor, their referral, and that one's referral below. */
async function threeGenerations(): Promise<{ top: Funded; middle: Funded; low: Funded }> {
  const top = await fundedMember(server, 50)
  const middle = await fundedMember(server, 50, { referral_code: top.referralCode })
  const low = await fundedMember(server, 50, { referral_code: middle.referralCode })
  for (const [{ id }, name] of [
    [top, 'Tess Top'],
    [middle, 'Mia Middle'],
    [low, 'Lou Low'],
  ] as const)
    await server.database.query('update account set name = $2 where id = $1', [id, name])
  return { top, middle, low }
}

const hideEmail = async ({ visitor }: Funded, hidden = true) =>
  expect(
    (await visitor.send('PUT', '/api/users/profile', { body: JSON.stringify({ email_hidden: hidden }) })).status,
  ).toBe(200)

const maskTeams = async (mask: boolean) =>
  expect(
    (await olga.send('PUT', '/api/operator/settings', { body: JSON.stringify({ mask_team: mask, why: 'Test' }) }))
      .status,
  ).toBe(200)
afterAll(() => maskTeams(false).catch(() => {}))

const teamOf = async (visitor: Visitor): Promise<TeamMember[]> =>
  (await visitor.get('/api/users/team-tree?limit=100')).body.data
const found = async (visitor: Visitor, q: string): Promise<{ name: string; email: string | null }[]> =>
  (await visitor.get(`/api/users/team-search?q=${encodeURIComponent(q)}`)).body.data.members
const namesIn = (node: TreeNode): string[] => [
  node.name,
  ...Object.values(node.children).flatMap((child) => (child ? namesIn(child) : [])),
]
const everything = async (visitor: Visitor) =>
  JSON.stringify(
    await Promise.all(
      [
        '/api/users/team-tree?limit=100',
        '/api/users/team-tree-chain?depth=5',
        '/api/users/referrals',
        '/api/users/top-referrers',
        '/api/users/details',
        '/api/transfers/history',
        '/api/activities/history',
      ].map(async (path) => (await visitor.get(path)).body),
    ),
  )

test('a hidden address is read by its owner and their sponsor, and by nobody else, nowhere', async () => {
  const { top, middle, low } = await threeGenerations()
  await sendMoney(top.visitor, { amount: 1, recipient_id: low.referralCode })
  await sendMoney(low.visitor, { amount: 1, recipient_id: top.referralCode })
  expect(await everything(top.visitor)).toContain(low.email)
  await hideEmail(low)
  expect((await low.visitor.get('/api/users/profile')).body.data.profile).toMatchObject({
    email: low.email,
    email_hidden: true,
  })
  expect(await everything(top.visitor)).not.toContain(low.email)
  expect(await everything(middle.visitor)).toContain(low.email)
  const [sent] = (await top.visitor.get('/api/transfers/history')).body.data.transfers
  expect(sent.counterpart).toMatchObject({ name: 'Lou Low', email: null })
  await hideEmail(low, false)
  expect(await everything(top.visitor)).toContain(low.email)
})

test('a sponsor’s own address is hidden from those whom they referred', async () => {
  const { top, low, middle } = await threeGenerations()
  await sendMoney(middle.visitor, { amount: 1, recipient_id: top.referralCode })
  await hideEmail(top)
  expect(await everything(middle.visitor)).not.toContain(top.email)
  expect(await everything(low.visitor)).not.toContain(top.email)
})

test('nobody is found by an address that they hide', async () => {
  const { top, middle, low } = await threeGenerations()
  expect(await found(top.visitor, low.email)).toHaveLength(1)
  await hideEmail(low)
  expect(await found(top.visitor, low.email)).toEqual([])
  expect(await found(top.visitor, low.email.slice(0, 8))).toEqual([])
  expect(await found(middle.visitor, low.email)).toHaveLength(1)
  expect(await found(top.visitor, 'Lou Low')).toMatchObject([{ name: 'Lou Low', email: null }])
  expect(await found(top.visitor, low.referralCode)).toMatchObject([{ name: 'Lou Low', email: null }])
})

test('masked teams show initials of everybody below the direct referrals, and find nobody by name', async () => {
  const { top, middle, low } = await threeGenerations()
  // To earn from the second level takes stage 2.
  for (const amount of [15, 15]) expect((await donate(top.visitor, amount)).status).toBe(200)
  await donate(low.visitor, 10)
  await maskTeams(true)
  try {
    const team = await teamOf(top.visitor)
    expect(team.find(({ level }) => level === 1)).toMatchObject({ name: 'Mia Middle', email: middle.email })
    expect(team.find(({ level }) => level === 2)).toMatchObject({
      name: 'L••• L•••',
      email: `${low.email.slice(0, 1)}•••@example.org`,
      referred_by: { name: 'Mia Middle', email: middle.email },
    })
    const tree = (await top.visitor.get('/api/users/team-tree-chain')).body.data
    expect(namesIn(tree)).toEqual(['Tess Top', 'Mia Middle', 'L••• L•••'])
    for (const q of ['Lou Low', low.email]) expect(await found(top.visitor, q)).toEqual([])
    expect(await found(top.visitor, low.referralCode)).toMatchObject([{ name: 'L••• L•••' }])
    expect(await found(top.visitor, 'Mia Middle')).toHaveLength(1)
    expect(await everything(top.visitor)).not.toMatch(/Lou/)
    expect(await everything(middle.visitor)).toMatch(/Lou Low/)
    // A transfer shows the other side, as ever.
    await sendMoney(top.visitor, { amount: 1, recipient_id: low.referralCode })
    const [sent] = (await top.visitor.get('/api/transfers/history')).body.data.transfers
    expect(sent.counterpart).toMatchObject({ name: 'Lou Low', email: low.email })
  } finally {
    await maskTeams(false)
  }
  expect(await everything(top.visitor)).toMatch(/Share of Lou Low's donation/)
})

test('masking is an operator’s decision, and in the audit log', async () => {
  const body = JSON.stringify({ mask_team: true, why: 'Test' })
  expect((await anna.send('PUT', '/api/operator/settings', { body })).status).toBe(403)
  await maskTeams(true)
  expect((await anna.get('/api/operator/settings')).body.data.mask_team).toBe(true)
  await maskTeams(false)
  const { rows } = await server.database.query(
    `select details from audit_entry where action = 'settings.change' order by id desc limit 2`,
  )
  expect(rows.map(({ details }) => details.mask_team)).toEqual([false, true])
})

test('a stored reply names nobody, and a repeat reads the name anew', async () => {
  const { top, low } = await threeGenerations()
  const body = { amount: 1, recipient_id: low.referralCode }
  const first = await sendMoney(top.visitor, body, 'no-names')
  expect(first.body.message).toBe('Lou Low has received $1.00000.')
  const { rows } = await server.database.query(`select * from journal where idempotency_key = 'no-names'`)
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain('Lou')
  expect((await sendMoney(top.visitor, body, 'no-names')).body).toEqual(first.body)
  await server.database.query('update account set name = $2 where id = $1', [low.id, 'Lou High'])
  expect((await sendMoney(top.visitor, body, 'no-names')).body).toEqual({
    ...first.body,
    message: 'Lou High has received $1.00000.',
    data: { ...first.body.data, recipient: { name: 'Lou High' } },
  })
  await signIn(low.visitor, low.privateKey)
  expect((await low.visitor.get('/api/transfers/history')).body.data.transfers).toHaveLength(1)
})
