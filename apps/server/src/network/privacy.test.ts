import type { TeamMember, TreeNode } from '@trefoil/contract/network'
import { expect, test } from 'vitest'
import { fund, sendMoney } from '../testing/money.ts'
import { growNetwork } from '../testing/network.ts'
import { newMember, signedIn, signIn, type TestMember } from '../testing/people.ts'
import { shareTestServer } from '../testing/server.ts'

const server = await shareTestServer()

const idOf = async (code: string): Promise<number> =>
  (await server.database.query('select id from member where referral_code = $1', [code])).rows[0].id

const nodesOf = (node: TreeNode): TreeNode[] => [
  node,
  ...Object.values(node.children).flatMap((child) => (child ? nodesOf(child) : [])),
]

test('the tenth level is the last one a member sees', async () => {
  const member = await signedIn(server, { from: '127.0.0.2' })
  const chain = [await idOf(member.referralCode)]
  for (let down = 1; down <= 11; down += 1) chain.push(...(await growNetwork(server.database, [chain.at(-1)!])))
  const { rows } = await server.database.query('select id, referral_code from member where id = any($1)', [chain])
  const codes = chain.map((id) => rows.find((row) => row.id === id).referral_code)
  const { body } = await member.visitor.get(`/api/users/team-tree-chain?depth=5&root=${codes[8]}`)
  expect(nodesOf(body.data).map(({ ref, has_more, team_size }) => [ref, has_more, team_size])).toEqual([
    [codes[8], false, 2],
    [codes[9], false, 1],
    [codes[10], false, 0],
  ])
  expect((await member.visitor.get(`/api/users/team-tree-chain?root=${codes[11]}`)).status).toBe(404)
  expect((await member.visitor.get('/api/users/stats')).body.stats.total_members).toBe(10)
  expect((await member.visitor.get(`/api/users/team-search?q=${codes[11]}`)).body.data.members).toEqual([])
})

test('a reference from outside the team answers 404, like one that does not exist', async () => {
  const viewer = await signedIn(server, { from: '127.0.0.4' })
  const id = await idOf(viewer.referralCode)
  const { rows } = await server.database.query(
    'select referral_code from member where id <> $1 and not $1 = any(upline)',
    [id],
  )
  expect(rows.length).toBeGreaterThan(20)
  for (const root of [...rows.map(({ referral_code }) => referral_code), '00000000', 'nonsense', '%00', '1 or 1=1']) {
    const { status, body } = await viewer.visitor.get(`/api/users/team-tree-chain?root=${encodeURIComponent(root)}`)
    expect([status, body.code], root).toEqual([404, 'not_found'])
  }
})

test('a sponsor’s e-mail address is shown only to their contacts', async () => {
  const grandparent = await newMember(server, { from: '127.0.0.3' })
  const parent = await newMember(server, { from: '127.0.0.3', referral_code: grandparent.referralCode })
  const me = await newMember(server, { from: '127.0.0.3', referral_code: parent.referralCode })
  await signIn(me.visitor, me.privateKey)
  const fill = (sponsor: TestMember, count: number) =>
    idOf(sponsor.referralCode).then((id) => growNetwork(server.database, Array<number>(count).fill(id)))
  await fill(me, 1)
  // The neighbouring slots are taken, so that referrals of the two above are placed below me.
  await fill(parent, 2)
  await fill(grandparent, 2)
  await fill(parent, 2)
  await fill(grandparent, 32)
  const { body } = await me.visitor.get('/api/users/team-tree?limit=100')
  const sponsors = body.data.map((one: TeamMember) => one.referred_by)
  expect(new Set(sponsors.map(({ email }: { email: string | null }) => email))).toEqual(
    new Set([me.email, parent.email, null]),
  )
  expect(sponsors).toContainEqual({ name: 'Test Person', email: null })
  expect(JSON.stringify(body)).not.toContain(grandparent.email)

  await fund(server, await idOf(me.referralCode), 1)
  await sendMoney(me.visitor, { amount: 1, recipient_id: grandparent.referralCode })
  const afterwards = (await me.visitor.get('/api/users/team-tree?limit=100')).body.data as TeamMember[]
  expect(new Set(afterwards.map(({ referred_by }) => referred_by.email))).toEqual(
    new Set([me.email, parent.email, grandparent.email]),
  )
})

test('the recipient of a transfer is a contact of its sender', async () => {
  const above = await newMember(server, { from: '127.0.0.5' })
  const sponsor = await newMember(server, { from: '127.0.0.5', referral_code: above.referralCode })
  const me = await newMember(server, { from: '127.0.0.5', referral_code: sponsor.referralCode })
  await signIn(me.visitor, me.privateKey)
  await signIn(above.visitor, above.privateKey)
  const [aboveId, sponsorId] = [await idOf(above.referralCode), await idOf(sponsor.referralCode)]
  await growNetwork(server.database, [...Array<number>(2).fill(sponsorId), ...Array<number>(20).fill(aboveId)])
  const emails = async () => {
    const { body } = await me.visitor.get('/api/users/team-tree?limit=100')
    return new Set((body.data as TeamMember[]).map(({ referred_by }) => referred_by.email))
  }
  expect(await emails()).toEqual(new Set([null]))
  await fund(server, aboveId, 1)
  await sendMoney(above.visitor, { amount: 1, recipient_id: me.privateKey })
  expect(await emails()).toEqual(new Set([above.email]))
})

test('operators have no place in the tree, and get a clear refusal', async () => {
  const { body } = await server.visit().get('/api/settings/public')
  const operator = body.data.demo.sign_ins.find(({ role }: { role: string }) => role === 'operator')
  const visitor = server.visit()
  const signed = await visitor.post('/api/users/login', {
    identifier: operator.private_key,
    password: operator.passcode,
    code: operator.code,
  })
  visitor.token = signed.body.token
  for (const path of ['referrals', 'team-tree', 'team-tree-chain', 'stats', 'team-stats', 'top-referrers', 'details']) {
    const { status, body: refusal } = await visitor.get(`/api/users/${path}`)
    expect([status, refusal.code], path).toEqual([403, 'forbidden'])
  }
})
