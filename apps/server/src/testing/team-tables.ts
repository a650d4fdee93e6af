import type { Pool, PoolClient } from 'pg'
import { expect } from 'vitest'
import type { TreeModel } from './tree-model.ts'

/** Expects the team tables to match a walk of the tree, for everybody. */
export async function expectTeamsOf(database: Pool | PoolClient, model: TreeModel, joined: readonly number[]) {
  const rank = new Map(joined.map((id, index) => [id, index]))
  const order = (a: number, b: number) => (rank.get(a) ?? -1) - (rank.get(b) ?? -1) || a - b
  const { rows: teams } = await database.query<Team>('select * from team')
  const { rows: chunks } = await database.query<Chunk>('select * from team_chunk order by ancestor, level, chunk')
  expect(teams.map(({ member_id }) => member_id).toSorted((a, b) => a - b)).toEqual(model.ids.toSorted((a, b) => a - b))
  const chunksOf = Map.groupBy(chunks, ({ ancestor }) => ancestor)
  for (const team of teams) {
    const own = chunksOf.get(team.member_id) ?? []
    const truth = model.team(team.member_id, order)
    const levels = Array.from({ length: 10 }, (_, index) => {
      const parts = own.filter(({ level }) => level === index + 1)
      expect(parts.map(({ chunk }) => chunk)).toEqual(parts.map((_part, number) => number))
      expect(parts.slice(0, -1).every(({ members }) => members.length === 128)).toBe(true)
      return { ids: parts.flatMap(({ members }) => members), stages: [...parts.map(({ stages }) => stages).join('')] }
    })
    expect({
      levels,
      referrals: team.referrals,
      activeReferrals: team.active_referrals,
      topReferrers: team.top_referrers.toSorted((a, b) => a - b),
    }).toEqual({
      ...truth,
      levels: truth.levels.map(({ ids, stages }) => ({ ids, stages: stages.map((stage) => '0123456789A'[stage]) })),
      topReferrers: truth.topReferrers.toSorted((a, b) => a - b),
    })
    expect(team.sizes).toEqual(truth.levels.map(({ ids }) => ids.length))
  }
  const { rows: spans } = await database.query<Span>('select * from team_span')
  const chunksIn = Map.groupBy(chunks, ({ ancestor, level, chunk }) => `${ancestor} ${level} ${Math.floor(chunk / 16)}`)
  expect(spans).toHaveLength(chunksIn.size)
  for (const { ancestor, level, span, counts } of spans) {
    const letters = chunksIn.get(`${ancestor} ${level} ${span}`)?.map(({ stages }) => stages)
    expect(counts).toEqual('0123456789A'.split('').map((letter) => letters!.join('').split(letter).length - 1))
  }
}

type Team = {
  member_id: number
  sizes: number[]
  referrals: number
  active_referrals: number
  top_referrers: number[]
}
type Chunk = { ancestor: number; level: number; chunk: number; stages: string; members: number[] }
type Span = { ancestor: number; level: number; span: number; counts: number[] }
