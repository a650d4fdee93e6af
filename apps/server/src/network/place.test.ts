import fc from 'fast-check'
import type { PoolClient } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { growNetwork, openAccounts, place, readNetwork, setStages } from '../testing/network.ts'
import { shareTestServer } from '../testing/server.ts'
import { expectTeamsOf } from '../testing/team-tables.ts'
import { TreeModel } from '../testing/tree-model.ts'

const isLong = process.env['TREFOIL_LONG'] === '1'
const { database } = await shareTestServer()

/** Rolls everything back afterwards. */
async function inTransaction(act: (client: PoolClient) => Promise<void>) {
  const client = await database.connect()
  try {
    await client.query('begin')
    await act(client)
    await client.query('set constraints all immediate')
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ sponsor: fc.nat() }) },
  // The newest member again and again: makes chains.
  { weight: 2, arbitrary: fc.record({ sponsor: fc.constant(-1) }) },
  {
    weight: 1,
    arbitrary: fc.record({ stages: fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 10 })), { minLength: 1 }) }),
  },
)

test('everybody gets the place that the rules give, and all teams include them, for any choice of sponsors', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 120, size: 'max' }), (steps) =>
      inTransaction(async (client) => {
        const model = new TreeModel(await readNetwork(client))
        const fresh = await openAccounts(client, steps.length)
        const joined: number[] = []
        for (const [index, taken] of steps.entries()) {
          const ids = model.ids
          if ('stages' in taken) {
            const changes = taken.stages.map(([at, stage]) => ({ memberId: ids[at % ids.length]!, stage }))
            await setStages(client, changes)
            for (const { memberId, stage } of changes) model.setStage(memberId, stage)
            continue
          }
          const id = fresh[index]!
          const sponsor = ids.at(taken.sponsor % ids.length)!
          await place(client, { id, sponsor })
          joined.push(id)
          const { rows } = await client.query('select parent, position as slot from member where id = $1', [id])
          expect(rows).toEqual([model.place(id, sponsor)])
        }
        await expectTree(model, client)
        await expectTeamsOf(client, model, joined)
      }),
    ),
    { numRuns: isLong ? 50 : 8, endOnFailure: true },
  )
})

async function expectTree(model: TreeModel, client: Parameters<typeof readNetwork>[0]) {
  const members = await readNetwork(client)
  const byId = new Map(members.map((member) => [member.id, member]))
  expect(members.filter(({ parent }) => parent === null)).toHaveLength(1)
  expect(new Set(members.map(({ parent, position }) => `${parent} ${position}`)).size).toBe(members.length)
  for (const { id, parent, depth, sponsor, upline, gap } of members) {
    const above = model.ancestors(id)
    expect(depth).toBe(parent === null ? 0 : byId.get(parent)!.depth + 1)
    expect(upline).toEqual(above.slice(0, 10))
    if (sponsor !== null) expect(above).toContain(sponsor)
    expect(gap).toBe(model.gap(id))
  }
}

test('the team tables include older members: recomputing changes nothing', async () => {
  await inTransaction(async (client) => {
    const [first] = await growNetwork(client, [1])
    await growNetwork(client, Array<number>(400).fill(first!))
    const members = await readNetwork(client)
    await setStages(
      client,
      members.map(({ id }) => ({ memberId: id, stage: id % 11 })),
    )
    const look = async () => {
      const { rows } = await client.query(`
        select (select json_agg(t order by ancestor, level, chunk) from team_chunk t) chunks,
          (select json_agg(s order by ancestor, level, span) from team_span s) spans,
          (select json_agg(m order by id) from member m) members,
          (select json_agg(json_build_array(member_id, sizes, referrals, active_referrals,
            (select array_agg(top order by top) from unnest(top_referrers) top)) order by member_id) from team) teams`)
      return rows
    }
    const before = await look()
    await client.query('select rebuild_teams()')
    expect(await look()).toEqual(before)
  })
})

test('for a member named twice only the last stage counts', async () => {
  await inTransaction(async (client) => {
    const [a, b] = await growNetwork(client, [1, 1])
    await setStages(client, [
      { memberId: a!, stage: 3 },
      { memberId: b!, stage: 1 },
      { memberId: a!, stage: 2 },
      { memberId: b!, stage: 0 },
    ])
    await client.query(
      'update member_balance set stage = case member_id when $1 then 2 else 0 end where member_id = any($2)',
      [a, [a, b]],
    )
    await expectTeamsOf(client, new TreeModel(await readNetwork(client)), [])
  })
})

test('concurrent sign-ups get different places, and a rolled-back one leaves no gap', async () => {
  const [first, second, third] = await openAccounts(database, 3)
  const [one, other] = [await database.connect(), await database.connect()]
  onTestFinished(() => [one, other].forEach((client) => client.release()))
  const sponsor = (await growNetwork(database, [1]))[0]!
  await one.query('begin')
  await place(one, { id: first!, sponsor })
  const waiting = place(other, { id: second!, sponsor })
  await one.query('rollback')
  await waiting
  await place(other, { id: third!, sponsor })
  const { rows } = await database.query('select id, position from member where parent = $1 order by position', [
    sponsor,
  ])
  expect(rows).toEqual([
    { id: second, position: 0 },
    { id: third, position: 1 },
  ])
})

const CHAIN = isLong ? 1000 : 400

test(`a chain of ${CHAIN} grows as fast at its end as at its beginning`, async () => {
  let [last] = await growNetwork(database, [1])
  const ids = await openAccounts(database, CHAIN)
  const times: number[] = []
  for (const id of ids) {
    const begun = performance.now()
    await place(database, { id, sponsor: last! })
    times.push(performance.now() - begun)
    last = id
  }
  const { rows } = await database.query('select depth, upline, seats from member where id = $1', [last])
  expect(rows[0].upline).toEqual(ids.slice(-11, -1).toReversed())
  expect(rows[0].seats).toEqual(Array<number>(10).fill(0))
  const cost = (part: number[]) => part.toSorted((a, b) => a - b)[Math.floor(part.length / 2)]!
  expect(cost(times.slice(-CHAIN / 4))).toBeLessThan(3 * cost(times.slice(0, CHAIN / 4)))
})
