import { randomInt, randomUUID } from 'node:crypto'
import { admitMember } from '../../apps/server/src/auth/register.ts'
import type { Database, Pool } from '../../apps/server/src/db/database.ts'
import { makeKeyring } from '../../apps/server/src/members/keyring.ts'
import { readDetails } from '../../apps/server/src/network/details.ts'
import { listReferrals } from '../../apps/server/src/network/referrals.ts'
import { stageChanges } from '../../apps/server/src/network/stage-changes.ts'
import { readTeamFigures, readTopReferrers } from '../../apps/server/src/network/team-figures.ts'
import { listTeam, type TeamFilter } from '../../apps/server/src/network/team-list.ts'
import { searchTeam } from '../../apps/server/src/network/team-search.ts'
import { readTreeWindow } from '../../apps/server/src/network/tree-window.ts'
import { openAccounts, place } from '../../apps/server/src/testing/network.ts'
import { timeAtRate, timeTurns, type Timing } from '../timing.ts'

export type Figure = Timing & { what: string; goalMs?: number }

const VIEWER = 1
const TURNS = 200

/** Everything that members ask of the network, by the one with the largest team. */
export async function measureReads(db: Database): Promise<Figure[]> {
  const figures: Figure[] = []
  const measure = async (what: string, goalMs: number | undefined, act: () => Promise<unknown>) => {
    figures.push({ what, ...(goalMs !== undefined && { goalMs }), ...(await timeTurns(TURNS, act)) })
  }
  for (const { what, ...filter } of FILTERS)
    for (const limit of [10, 100]) {
      const { total } = await listTeam(db, { viewer: VIEWER, page: 1, limit, ...filter })
      const deepest = Math.max(1, Math.ceil(total / limit))
      for (const [which, page] of [
        ['first', 1],
        ['deepest', deepest],
      ] as const)
        await measure(`team list, ${what}, ${limit} a page, ${which}`, 25, () =>
          listTeam(db, { viewer: VIEWER, page, limit, ...filter }),
        )
    }
  const team = (await readTeamFigures(db, VIEWER)).stats.total_members
  await measure('stats', undefined, () => readTeamFigures(db, VIEWER))
  await measure('top referrers', undefined, () => readTopReferrers(db, VIEWER))
  await measure('tree window, 3 levels', 15, () => readTreeWindow(db, { viewer: VIEWER, depth: 3 }))
  await measure('tree window, 5 levels', 15, () => readTreeWindow(db, { viewer: VIEWER, depth: 5 }))
  await measure('referrals', undefined, () => listReferrals(db, { sponsor: VIEWER, limit: 50 }))
  await measure('details', undefined, () => readDetails(db, VIEWER))
  await measure('search, a common name', undefined, () => searchTeam(db, { viewer: VIEWER, words: 'grace' }))
  await measure('search, one person', undefined, () =>
    searchTeam(db, { viewer: VIEWER, words: `${randomInt(2, team)}@example` }),
  )
  await measure('search, nobody', undefined, () => searchTeam(db, { viewer: VIEWER, words: 'Rumpelstiltskin' }))
  return figures
}

const FILTERS: (TeamFilter & { what: string })[] = [
  { what: 'all' },
  { what: 'active', status: 'active' },
  { what: 'inactive', status: 'inactive' },
  ...Array.from({ length: 11 }, (_, stage) => ({ what: `stage ${stage}`, stage })),
]

/** Half of them under someone at the top, who has the longest way down. */
const someSponsor = (turn: number, members: number) => randomInt(1, turn % 2 === 0 ? Math.min(members, 1000) : members)

/** Whole sign-ups but for the passcode's hash, and of that the part that holds the network's lock, with its commit. */
export async function measureSignUps({ db, pool }: { db: Database; pool: Pool }, members: number): Promise<Figure[]> {
  const keyring = makeKeyring('a secret of the benchmark, long enough')
  const signUp = (turn: number) => {
    const newcomer = { name: 'New Member', email: `${randomUUID()}@example.org`, passcodeHash: 'x'.repeat(97) }
    const sponsorId = someSponsor(turn, members)
    return db.transaction().execute((tx) => admitMember(tx, keyring, { ...newcomer, sponsorId }))
  }
  const accounts = await openAccounts(pool, RATE.perSecond * RATE.seconds)
  const placeOne = (turn: number) => place(pool, { id: accounts[turn] ?? 0, sponsor: someSponsor(turn, members) })
  await timeTurns(50, signUp)
  return [
    { what: 'placement, 50 a second', goalMs: 10, ...(await timeAtRate(RATE, placeOne)) },
    { what: 'whole sign-up without the hash, 50 a second', ...(await timeAtRate(RATE, signUp)) },
  ]
}

const RATE = { perSecond: 50, seconds: 20 }

export async function measureStageChanges(pool: Pool, members: number): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const count of [1, 64]) {
    const timing = await timeTurns(100, () => {
      const changes = Array.from({ length: count }, () => ({
        memberId: randomInt(2, members),
        stage: randomInt(0, 11),
      }))
      return pool.query(stageChanges(changes))
    })
    figures.push({ what: `stage changes, ${count} in one batch`, ...timing })
  }
  return figures
}

export async function measureSize(pool: Pool, members: number): Promise<{ table: string; bytesPerMember: number }[]> {
  const tables = ['account', 'member', 'team', 'team_chunk', 'team_span', 'purse']
  const { rows } = await pool.query<{ table: string; bytes: string }>(
    `select name as table, pg_total_relation_size(name::regclass) as bytes from unnest($1::text[]) name`,
    [tables],
  )
  return rows.map(({ table, bytes }) => ({ table, bytesPerMember: Math.round(Number(bytes) / members) }))
}
