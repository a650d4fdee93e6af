import { expect, test } from 'vitest'
import { expectNoViolation, lookInto } from '../testing/invariants.ts'
import { balancesOf, donate, fund, fundedMember, sendMoney, type Funded } from '../testing/money.ts'
import { randomFrom, type Random } from '../testing/random.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import type { Answer } from '../testing/visitor.ts'

/**
 * 32 clients do what members do, and what they should not. A model keeps its own count from replies alone, and the
 * invariants are checked throughout. `MODEL_SEED=7` repeats a run.
 */
const isLong = process.env['TREFOIL_LONG'] === '1'
const chosen = process.env['MODEL_SEED']
const SEEDS = chosen ? [Number(chosen)] : isLong ? Array.from({ length: 20 }, (_, index) => index + 1) : [1]
const OPERATIONS = isLong ? 10_000 : 600
const CLIENTS = 32
const MEMBERS = 10
const UNITS = 100_000

test.for(SEEDS)(
  'money is conserved, nothing is overdrawn, every reply is right (seed %i)',
  { timeout: 1_200_000 },
  async (seed) => {
    const server = await startTestServer()
    const db = lookInto(server.settings.databaseUrl)
    const world = await makeWorld(server)
    let left = OPERATIONS
    let looks = 0
    const client = async (number: number) => {
      const random = randomFrom(seed * 1000 + number)
      while (left-- > 0) {
        await act(world, random)
        if (left % 200 === 0) {
          looks += 1
          await expectNoViolation(db)
        }
      }
    }
    await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)))
    expect(looks).toBeGreaterThan(1)

    await expectNoViolation(db)
    for (const [index, { visitor }] of world.members.entries()) {
      const { deposit_balance, balance } = await balancesOf(visitor)
      expect(Math.round(deposit_balance * UNITS), `impact of ${index}`).toBe(world.impact[index])
      expect(balance).toBeGreaterThanOrEqual(0)
    }
    const { rows } = await server.database.query(
      `select reference from journal where reason in ('transfer', 'donation') and id > $1`,
      [world.firstJournal],
    )
    expect(new Set(rows.map(({ reference }) => reference))).toEqual(world.acknowledged)
    expect(world.statuses.get(200) ?? 0).toBeGreaterThan(OPERATIONS / 10)
    expect([...world.statuses.keys()].filter((status) => status >= 500)).toEqual([])
  },
)

type World = {
  server: TestServer
  members: Funded[]
  /** According to replies, in units. */
  impact: number[]
  acknowledged: Set<string>
  /** Keys that had an effect, with their replies. */
  remembered: { again: () => Promise<Answer>; reply: string }[]
  statuses: Map<number, number>
  firstJournal: string
  keys: number
}

async function makeWorld(server: TestServer): Promise<World> {
  const members: Funded[] = []
  for (let index = 0; index < MEMBERS; index++) {
    const sponsor = members[Math.floor((index - 1) / 2)]
    members.push(await fundedMember(server, 500, sponsor ? { referral_code: sponsor.referralCode } : {}))
  }
  const { rows } = await server.database.query('select max(id) as id from journal')
  return {
    server,
    members,
    impact: members.map(() => 500 * UNITS),
    acknowledged: new Set(),
    remembered: [],
    statuses: new Map(),
    firstJournal: rows[0].id,
    keys: 0,
  }
}

async function act(world: World, random: Random): Promise<void> {
  const kind = random.below(100)
  if (kind < 40) await transferToSomebody(world, random)
  else if (kind < 45) await receive(world, random)
  else if (kind < 70) await give(world, random)
  else if (kind < 82) await moveEarnings(world, random)
  else if (kind < 94) await repeat(world, random)
  else await misbehave(world, random)
}

async function transferToSomebody(world: World, random: Random): Promise<void> {
  const [from, to] = [random.below(MEMBERS), random.below(MEMBERS)]
  const units = random.below(200 * UNITS)
  const target = world.members[to]!
  const body = { amount: units / UNITS, recipient_id: random.below(2) ? target.privateKey : target.referralCode }
  const key = nextKey(world, random)
  const answer = await note(world, key, () => sendMoney(world.members[from]!.visitor, body, key))
  if (answer.status !== 200) return
  world.acknowledged.add(answer.body.data.transfer_id)
  world.impact[from]! -= units
  world.impact[to]! += units
}

/** Without deposits, everybody would soon have given all they had, and only refusals would be left. */
async function receive(world: World, random: Random): Promise<void> {
  const who = random.below(MEMBERS)
  const dollars = 100 + random.below(400)
  await fund(world.server, world.members[who]!.id, dollars)
  world.impact[who]! += dollars * UNITS
}

async function give(world: World, random: Random): Promise<void> {
  const from = random.below(MEMBERS)
  const units = (5 + random.below(60)) * UNITS + random.below(UNITS)
  const key = nextKey(world, random)
  const answer = await note(world, key, () => donate(world.members[from]!.visitor, units / UNITS, key))
  if (answer.status !== 200) return
  world.acknowledged.add(answer.body.data.donation_id)
  world.impact[from]! -= units
}

async function moveEarnings(world: World, random: Random): Promise<void> {
  const who = random.below(MEMBERS)
  const { visitor, privateKey } = world.members[who]!
  const units = 1 + random.below(5 * UNITS)
  const body = { amount: units / UNITS, recipient_id: privateKey, from: 'available' }
  const key = nextKey(world, random)
  const answer = await note(world, key, () => sendMoney(visitor, body, key))
  if (answer.status !== 200) return
  world.acknowledged.add(answer.body.data.transfer_id)
  world.impact[who]! += units
}

async function repeat(world: World, random: Random): Promise<void> {
  const earlier = world.remembered[random.below(world.remembered.length || 1)]
  if (earlier) expect(JSON.stringify((await earlier.again()).body)).toBe(earlier.reply)
}

async function misbehave(world: World, random: Random): Promise<void> {
  const { visitor, privateKey } = world.members[random.below(MEMBERS)]!
  const bad = [0, -1, 1e11, 0.000001, 1e300, Number.NaN][random.below(6)]
  const attempts = [
    () => visitor.post('/api/donations/process', { amount: bad }),
    () => sendMoney(visitor, { amount: bad, recipient_id: privateKey }),
    () => sendMoney(visitor, { amount: 1, recipient_id: privateKey }),
    () => sendMoney(visitor, { amount: 1, recipient_id: 'nobody' }),
  ]
  const answer = await attempts[random.below(attempts.length)]!()
  expect([400, 422]).toContain(answer.status)
}

const nextKey = (world: World, random: Random): string | undefined =>
  random.below(4) === 0 ? undefined : `model ${(world.keys += 1)}`.replace(' ', '-')

async function note(world: World, key: string | undefined, send: () => Promise<Answer>): Promise<Answer> {
  const answer = await send()
  world.statuses.set(answer.status, (world.statuses.get(answer.status) ?? 0) + 1)
  if (answer.status === 200 && key !== undefined)
    world.remembered.push({ again: send, reply: JSON.stringify(answer.body) })
  return answer
}
