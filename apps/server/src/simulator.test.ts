import { defaultProgramme } from '@trefoil/core/programme/default-programme'
import { divisionRecord } from '@trefoil/core/programme/division'
import { readProgramme } from '@trefoil/core/programme/programme-record'
import { parseAmount } from '@trefoil/core/money'
import { World } from '@trefoil/core/simulator/world'
import { expect, test } from 'vitest'
import { donation, donationOrder } from './donations/donate.ts'
import { depositArrives } from './testing/arrivals.ts'
import { isLong } from './testing/long-form.ts'
import { growNetwork } from './testing/network.ts'
import { randomFrom } from './testing/random.ts'
import { startTestServer } from './testing/server.ts'

const MEMBERS = 25
const DONATIONS = 120

test.for(isLong ? [1, 2, 3] : [1])(
  'the simulator divides every donation as the ledger does, and leaves the same balances (seed %i)',
  async (seed) => {
    const random = randomFrom(seed)
    const { database, ledger } = await startTestServer()
    const { rows: roots } = await database.query<{ id: number }>('select id from member where parent is null')
    const ids: number[] = []
    for (let number = 0; number < MEMBERS; number += 1) {
      const sponsor = ids[random.below(ids.length + 1)] ?? roots[0]!.id
      ids.push(...(await growNetwork(database, [sponsor])))
    }
    const world = new World(readProgramme(1, defaultProgramme))
    const { rows } = await database.query<{ id: number; sponsor: number | null; parent: number | null }>(
      'select id, sponsor, parent from member order by depth, id',
    )
    const numbers = new Map<number, number>()
    // Some have donated before: their windows are read, and from here on each side keeps its own.
    const { rows: windows } = await database.query<{ id: number; stage: number; last: string; earned: string }>(
      'select member_id as id, stage, last_donation as last, stage_balance as earned from member_balance',
    )
    const sponsorsLater: { id: number; sponsor: number }[] = []
    for (const { id, sponsor, parent } of rows) {
      const window = windows.find((each) => each.id === id)!
      const known = sponsor === null ? null : (numbers.get(sponsor) ?? null)
      if (sponsor !== null && known === null) sponsorsLater.push({ id, sponsor })
      numbers.set(
        id,
        world.join({
          sponsor: known,
          parent: parent === null ? null : numbers.get(parent)!,
          window: { stage: window.stage, lastDonation: BigInt(window.last), earned: BigInt(window.earned) } as never,
        }),
      )
    }
    expect(sponsorsLater).toEqual([])
    for (const id of ids) await depositArrives(ledger, id, 100_000)

    for (let number = 0; number < DONATIONS; number += 1) {
      const id = ids[random.below(ids.length)]!
      // Now the least, now more: stages rise and stay, windows fill and reopen.
      const { stage } = world.balances(numbers.get(id)!).window
      const least = defaultProgramme.stages[Math.max(stage, 1) - 1]!.donation_requirement
      const amount = (least * 100_000 + random.below(2) * random.below(30_000_000)) / 100_000
      const order = donationOrder(id, { amount })
      await ledger.post(donation, order)
      const { rows: stored } = await database.query<{ division: { member: number | null }[] }>(
        'select division_of(d) as division from donation d order by journal_id desc limit 1',
      )
      const simulated = divisionRecord(world.give(numbers.get(id)!, parseAmount(amount)))
      expect(simulated, `donation ${number} of ${amount}`).toEqual(
        stored[0]!.division.map((row) => ({
          ...row,
          member: row.member === null ? null : numbers.get(row.member),
        })),
      )
    }
    const { rows: ended } = await database.query<{ id: number; stage: number; earned: string }>(
      'select member_id as id, stage, stage_balance as earned from member_balance where member_id = any($1)',
      [ids],
    )
    for (const { id, stage, earned } of ended)
      expect(world.balances(numbers.get(id)!).window).toMatchObject({ stage, earned: BigInt(earned) })
  },
)
