import { randomInt, randomUUID } from 'node:crypto'
import { admitMember } from '../../apps/server/src/auth/register.ts'
import type { Database, Pool } from '../../apps/server/src/db/database.ts'
import { makeKeyring } from '../../apps/server/src/secrets/keyring.ts'
import { readDetails } from '../../apps/server/src/network/details.ts'
import { listReferrals } from '../../apps/server/src/network/referrals.ts'
import { readTeamFigures, readTopReferrers } from '../../apps/server/src/network/team-figures.ts'
import { listTeam, type TeamFilter } from '../../apps/server/src/network/team-list.ts'
import { searchTeam } from '../../apps/server/src/network/team-search.ts'
import { readTreeWindow } from '../../apps/server/src/network/tree-window.ts'
import { openAccounts, place, updateTeamStages } from '../../apps/server/src/testing/network.ts'
import { timeAtRate, timeInTurns, type Timing } from '../timing.ts'

export type Network = { members: number; db: Database; pool: Pool }

/** One query, and the time that each network took. */
export type Figure = {
  what: string
  goalMs?: number
  timings: Timing[]
  /** The smaller networks returned fewer rows, so growth would compare different pages. */
  shorterAnswers?: boolean
}

const VIEWER = 1
const TURNS = 100

/** All reads of the network, by the member with the largest team. */
export async function measureReads(networks: Network[], note: (figure: Figure) => void): Promise<void> {
  const measure = async (
    what: string,
    goalMs: number | undefined,
    act: (db: Database, at: number) => Promise<unknown>,
    facts: Pick<Figure, 'shorterAnswers'> = {},
  ) => {
    const acts = networks.map(
      ({ db }, at) =>
        () =>
          act(db, at),
    )
    note({ what, ...(goalMs !== undefined && { goalMs }), timings: await timeInTurns(TURNS, acts), ...facts })
  }
  for (const { what, ...filter } of FILTERS)
    for (const limit of [10, 100]) {
      const list = (db: Database, page: number) => listTeam(db, { viewer: VIEWER, page, limit, ...filter })
      const totals = await Promise.all(networks.map(async ({ db }) => (await list(db, 1)).total))
      const facts = totals.some((total) => total < limit) ? { shorterAnswers: true } : {}
      await measure(`team list, ${what}, ${limit} a page, first`, 25, (db) => list(db, 1), facts)
      // The last full page, so that every network returns equally many rows.
      const deepest = (db: Database, at: number) => list(db, Math.max(1, Math.floor((totals[at] ?? 0) / limit)))
      await measure(`team list, ${what}, ${limit} a page, deepest`, 25, deepest, facts)
    }
  await measure('stats', undefined, (db) => readTeamFigures(db, VIEWER))
  await measure('top referrers', undefined, (db) => readTopReferrers(db, VIEWER))
  await measure('tree window, 3 levels', 15, (db) => readTreeWindow(db, { viewer: VIEWER, depth: 3 }))
  await measure('tree window, 5 levels', 15, (db) => readTreeWindow(db, { viewer: VIEWER, depth: 5 }))
  await measure('referrals', undefined, (db) => listReferrals({ db, keyring }, VIEWER, { limit: 50 }))
  await measure('details', undefined, (db) => readDetails(db, VIEWER))
  await measure('search, a common name', undefined, (db) => searchTeam(db, { viewer: VIEWER, words: 'grace' }))
  await measure('search, one person', undefined, (db) => searchTeam(db, { viewer: VIEWER, words: '900@example' }))
  await measure('search, nobody', undefined, (db) => searchTeam(db, { viewer: VIEWER, words: 'Rumpelstiltskin' }))
}

const FILTERS: (TeamFilter & { what: string })[] = [
  { what: 'all' },
  { what: 'active', status: 'active' },
  { what: 'inactive', status: 'inactive' },
  ...Array.from({ length: 10 }, (_, at) => ({ what: `stage ${at + 1}`, stage: at + 1 })),
]

/** Half of them under somebody at the top, who has the longest way down. */
const someSponsor = (turn: number, members: number) => randomInt(1, turn % 2 === 0 ? Math.min(members, 1000) : members)

/**
 * Whole sign-ups without the passcode's hash, and the part of them that holds the network's lock, including its commit.
 */
export async function measureSignUps(networks: Network[], note: (figure: Figure) => void): Promise<void> {
  const placements: Timing[] = []
  const signUps: Timing[] = []
  for (const { members, db, pool } of networks) {
    const accounts = await openAccounts(pool, RATE.perSecond * RATE.seconds)
    const placeOne = (turn: number) => place(pool, { id: accounts[turn] ?? 0, sponsor: someSponsor(turn, members) })
    const signUp = (turn: number) =>
      db
        .transaction()
        .execute((tx) => admitMember(tx, keyring, { ...newcomer(), sponsorId: someSponsor(turn, members) }))
    await timeInTurns(50, [signUp])
    placements.push(await timeAtRate(RATE, placeOne))
    signUps.push(await timeAtRate(RATE, signUp))
  }
  note({ what: 'placement, 50 a second', goalMs: 10, timings: placements })
  note({ what: 'whole sign-up without the hash, 50 a second', timings: signUps })
}

const RATE = { perSecond: 50, seconds: 20 }
const keyring = makeKeyring('a secret of the benchmark, long enough')
const newcomer = () => ({ name: 'New Member', email: `${randomUUID()}@example.org`, passcodeHash: 'x'.repeat(97) })

export async function measureStageChanges(networks: Network[], note: (figure: Figure) => void): Promise<void> {
  for (const count of [1, 64]) {
    const acts = networks.map(({ members, pool }) => () => {
      const someone = () => ({ memberId: randomInt(2, members), stage: randomInt(0, 11) })
      return updateTeamStages(pool, Array.from({ length: count }, someone))
    })
    note({ what: `stage changes, ${count} in one batch`, timings: await timeInTurns(100, acts) })
  }
}

export type TableSize = { table: string; bytesPerMember: number }

export async function measureSize({ pool, members }: Network): Promise<TableSize[]> {
  const tables = ['account', 'member', 'team', 'team_chunk', 'team_span', 'member_balance']
  const { rows } = await pool.query<{ table: string; bytes: string }>(
    `select name as table, pg_total_relation_size(name::regclass) as bytes from unnest($1::text[]) name`,
    [tables],
  )
  return rows.map(({ table, bytes }) => ({ table, bytesPerMember: Math.round(Number(bytes) / members) }))
}
