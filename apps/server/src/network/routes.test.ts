import type { TeamMember, TreeNode } from '@trefoil/contract/network'
import { beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../db/database.ts'
import { growNetwork, readNetwork, setStages, type PlacedMember } from '../testing/network.ts'
import { signedIn, type TestMember } from '../testing/people.ts'
import { shareTestServer } from '../testing/server.ts'
import { TreeModel } from '../testing/tree-model.ts'
import { searchTeam } from './team-search.ts'

const server = await shareTestServer()
const TEAM = 700

let viewer: TestMember & { id: number }
let network: Map<number, PlacedMember>
/** The team according to the rules: by level, then by joining. */
let team: (PlacedMember & { level: number })[]

const idOf = async (code: string): Promise<number> =>
  (await server.database.query('select id from member where referral_code = $1', [code])).rows[0].id

beforeAll(async () => {
  const member = await signedIn(server)
  viewer = { ...member, id: await idOf(member.referralCode) }
  const ids = await growNetwork(server.database, Array<number>(3).fill(viewer.id))
  // Referred partly by the viewer and partly by others, so that there are referrers to rank and levels of all sizes.
  const sponsors = Array.from({ length: TEAM - 3 }, (_, index) => [viewer.id, ids[0]!, viewer.id, ids[2]!][index % 4]!)
  ids.push(...(await growNetwork(server.database, sponsors)))
  await setStages(
    server.database,
    ids.map((memberId, index) => ({ memberId, stage: index % 3 === 0 ? 0 : index % 10 })),
  )
  const members = await readNetwork(server.database)
  network = new Map(members.map((placed) => [placed.id, placed]))
  team = new TreeModel(members)
    .team(viewer.id, (a, b) => a - b)
    .levels.flatMap((level, index) => level.ids.map((id) => ({ ...network.get(id)!, level: index + 1 })))
  expect(team).toHaveLength(TEAM)
})

const filters = [
  {},
  { status: 'active' },
  { status: 'inactive' },
  ...Array.from({ length: 11 }, (_, stage) => ({ stage })),
  { stage: 4, status: 'active' },
  { stage: 4, status: 'inactive' },
  { stage: 0, status: 'inactive' },
] as { stage?: number; status?: string }[]

test.each(filters)('the pages of the team filtered by %j add up to the team, in order', async (filter) => {
  const wanted = team
    .filter(({ stage }) => filter.stage === undefined || stage === filter.stage)
    .filter(({ stage }) => filter.status === undefined || (stage > 0 ? 'active' : 'inactive') === filter.status)
    .map(({ referral_code, level, stage }) => ({ referral_code, level, stage }))
  for (const limit of [7, 100]) {
    const seen: TeamMember[] = []
    const pages = Math.ceil(wanted.length / limit)
    for (let page = 1; page <= pages + 1; page += 1) {
      const query = new URLSearchParams({ ...filter, page, limit } as unknown as Record<string, string>)
      const { status, body } = await viewer.visitor.get(`/api/users/team-tree?${query.toString()}`)
      expect(status).toBe(200)
      expect(body.stats).toEqual({ totalPages: pages, total: wanted.length, page, limit })
      expect(body.data).toHaveLength(Math.max(0, Math.min(limit, wanted.length - (page - 1) * limit)))
      seen.push(...body.data)
    }
    expect(seen.map(({ referral_code, level, stage }) => ({ referral_code, level, stage }))).toEqual(wanted)
  }
})

test('without parameters the team list is its first ten, with the fields of the table', async () => {
  const { body } = await viewer.visitor.get('/api/users/team-tree')
  expect(body.stats).toMatchObject({ totalPages: TEAM / 10, page: 1, limit: 10 })
  expect(body.data).toHaveLength(10)
  expect(body.data[1]).toEqual({
    name: 'Person 2',
    email: expect.stringContaining('@example.org'),
    status: 'active',
    referral_code: team[1]!.referral_code,
    stage: 1,
    level: 1,
    position: 'center',
    referred_by: { name: 'Test Person', email: viewer.email },
  })
})

test('the figures match the team', async () => {
  const count = (counts: (member: (typeof team)[number]) => boolean) => team.filter(counts).length
  const referrals = [...network.values()].filter(({ sponsor }) => sponsor === viewer.id)
  const { body } = await viewer.visitor.get('/api/users/stats')
  expect(body).toMatchObject({
    stats: { total_members: TEAM, active_members: count(({ stage }) => stage > 0) },
    team: {
      total_referrals: referrals.length,
      active_referrals: referrals.filter(({ stage }) => stage > 0).length,
      by_level: Array.from({ length: 10 }, (_, index) => count(({ level }) => level === index + 1)),
      by_stage: Array.from({ length: 11 }, (_, index) => count(({ stage }) => stage === index)),
    },
  })
  const own = await viewer.visitor.get('/api/users/team-stats')
  expect(own.body.stats).toEqual(body.stats)
})

test('the top referrers are those of the team who referred the most', async () => {
  const { body } = await viewer.visitor.get('/api/users/top-referrers')
  const referrals = (id: number) => [...network.values()].filter(({ sponsor }) => sponsor === id).length
  expect(body.data.top_referrers).toEqual([
    { name: 'Person 1', referrals: referrals(team[0]!.id), stage: team[0]!.stage },
    { name: 'Person 3', referrals: referrals(team[2]!.id), stage: team[2]!.stage },
  ])
})

test('referrals come newest first, each exactly once, page by page', async () => {
  const wanted = [...network.values()]
    .filter(({ sponsor }) => sponsor === viewer.id)
    .toSorted((a, b) => b.id - a.id)
    .map(({ referral_code }) => referral_code)
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const { body } = await viewer.visitor.get(`/api/users/referrals?limit=100${cursor && `&cursor=${cursor}`}`)
    seen.push(...body.data.referrals.map((one: { referral_code: string }) => one.referral_code))
    cursor = body.data.next_cursor
  }
  expect(seen).toEqual(wanted)
  const { body } = await viewer.visitor.get('/api/users/referrals')
  expect(body.data.referrals).toHaveLength(50)
  expect(body.data.referrals[0]).toEqual({
    name: expect.stringMatching(/^Person /),
    email: expect.stringContaining('@example.org'),
    team_tree: { position: expect.stringMatching(/^(left|center|right)$/) },
    status: expect.stringMatching(/active$/),
    referral_code: wanted[0],
    stage: expect.any(Number),
    joined: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  })
})

const nodesOf = (node: TreeNode): TreeNode[] => [
  node,
  ...Object.values(node.children).flatMap((child) => (child ? nodesOf(child) : [])),
]

test('opening every branch of the tree shows the team, each member once and in the right slot', async () => {
  const seen = new Map<string, TreeNode>()
  const open = async (root: string | undefined): Promise<void> => {
    const { status, body } = await viewer.visitor.get(
      `/api/users/team-tree-chain?depth=2${root ? `&root=${root}` : ''}`,
    )
    expect(status).toBe(200)
    if (root) expect(body.data.ref).toBe(root)
    for (const node of nodesOf(body.data)) {
      seen.set(node.ref, node)
      for (const [slot, child] of Object.entries(node.children)) if (child) expect(child.position).toBe(slot)
      if (node.has_more) await open(node.ref)
    }
  }
  await open(undefined)
  expect(seen.size).toBe(TEAM + 1)
  for (const { referral_code, level, stage, position, id } of team) {
    const below = team.filter(({ upline }) => upline.includes(id))
    expect(seen.get(referral_code)).toMatchObject({
      level,
      stage,
      position: ['left', 'center', 'right'][position!],
      team_size: below.length,
    })
  }
})

test('the tree has three levels by default, and says where there is more', async () => {
  const { body } = await viewer.visitor.get('/api/users/team-tree-chain')
  const nodes = nodesOf(body.data)
  expect(nodes).toHaveLength(1 + 3 + 9 + 27)
  expect(body.data).toMatchObject({ ref: viewer.referralCode, level: 0, team_size: TEAM, has_more: false })
  expect(nodes.filter(({ level }) => level === 3).every(({ has_more }) => has_more)).toBe(true)
  expect(nodesOf((await viewer.visitor.get('/api/users/team-tree-chain?depth=5')).body.data)).toHaveLength(364)
})

test('search finds members by name, e-mail and code, anywhere in the team and only there', async () => {
  const find = async (words: string) =>
    (await viewer.visitor.get(`/api/users/team-search?q=${encodeURIComponent(words)}`)).body.data.members
  const last = team.at(-1)!
  const { rows } = await server.database.query('select name, email from account where id = $1', [last.id])
  const [own] = await find(rows[0].email.slice(4, 30).toUpperCase())
  expect(own).toMatchObject({ name: rows[0].name, email: rows[0].email, ref: last.referral_code, level: last.level })
  const above = last.upline.slice(0, last.level - 1).map((id) => network.get(id)!.referral_code)
  expect(own.path).toEqual(above.toReversed())
  expect(await find(last.referral_code.toLowerCase())).toEqual([own])
  const many = await find('person')
  expect(many.map(({ ref }: { ref: string }) => ref)).toEqual(
    team.slice(0, 20).map(({ referral_code }) => referral_code),
  )
  expect(await find('Ada Moreno')).toEqual([])
  expect(await find('%')).toEqual([])
  expect(await find('_erson')).toEqual([])
  expect(await find('\\')).toEqual([])
  expect(await find('x')).not.toContainEqual(expect.objectContaining({ name: 'Xavier Leroy' }))
})

test('a large team is searched as exactly as a small one', async () => {
  // The index finds everything that the direct scan finds.
  const { rows } = await server.database.query(
    `select pattern, array(select member_id from search_team($1, pattern, null, 20)) as nearest,
       array(select member_id from search_team($1, pattern, null, 20, 100)) as by_index
     from unnest(array['%person 1%', '%99%', '%person 69_%', '%nobody%', '%son 7%', '%.org%']) pattern`,
    [viewer.id],
  )
  for (const { pattern, nearest, by_index } of rows) expect(by_index, pattern).toEqual(nearest)
})

test('in a large team a search needs more than two letters', async () => {
  const db = openDatabase(server.database)
  const search = (words: string) => searchTeam(db, { viewer: viewer.id, words, shortWordsTeamMax: TEAM - 1 })
  await expect(search('on')).rejects.toThrow('at least three letters')
  expect(await search('son 1')).toHaveLength(20)
})

test('my details say who referred me and where I sit', async () => {
  const { body } = await viewer.visitor.get('/api/users/details')
  const { rows } = await server.database.query('select referral_code from member where parent is null')
  expect(body.data).toEqual({
    sponsor: { name: 'Trefoil', referral_code: rows[0].referral_code },
    place: { position: 'right', level: 1 },
    joined: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    two_factor: false,
    wallet_address: null,
  })
})

test.each([
  'team-tree?page=0',
  'team-tree?page=-1',
  'team-tree?page=abc',
  'team-tree?page=1.5',
  'team-tree?page=1e99',
  'team-tree?page=',
  'team-tree?page=1&page=2',
  'team-tree?limit=0',
  'team-tree?limit=10000',
  'team-tree?stage=11',
  'team-tree?stage=-1',
  'team-tree?stage=All%20Stages',
  'team-tree?status=frozen',
  'team-tree?status[]=active',
  'team-tree?levle=3',
  'team-tree-chain?depth=0',
  'team-tree-chain?depth=6',
  'team-tree-chain?depth=x',
  `team-tree-chain?root=${'x'.repeat(5000)}`,
  'team-tree-chain?root=',
  'referrals?limit=201',
  'referrals?limit=0',
  'referrals?cursor=nonsense',
  'referrals?cursor=00000000',
  'team-search',
  'team-search?q=',
  'team-search?q=%20',
  'team-search?q=a%00b',
  `team-search?q=${'x'.repeat(101)}`,
])('%s is refused with a clear sentence', async (path) => {
  const { status, body } = await viewer.visitor.get(`/api/users/${path}`)
  expect([status, body.code]).toEqual([400, 'invalid_request'])
  expect(body.message).toMatch(/^\S.*\.$/)
})

test('a page past the end is empty', async () => {
  for (const page of ['1e9', '1000000000', '71']) {
    const { status, body } = await viewer.visitor.get(`/api/users/team-tree?page=${page}`)
    expect([status, body.data, body.stats.totalPages]).toEqual([200, [], TEAM / 10])
  }
})

test('a member without a team sees empty lists, not errors', async () => {
  const { visitor } = await signedIn(server, { from: '127.0.0.4' })
  expect((await visitor.get('/api/users/team-tree')).body).toMatchObject({ data: [], stats: { totalPages: 0 } })
  expect((await visitor.get('/api/users/referrals')).body.data).toEqual({ referrals: [], next_cursor: null })
  expect((await visitor.get('/api/users/top-referrers')).body.data.top_referrers).toEqual([])
  expect((await visitor.get('/api/users/team-tree-chain')).body.data).toMatchObject({ team_size: 0, has_more: false })
  expect((await visitor.get('/api/users/team-search?q=a')).body.data.members).toEqual([])
})
